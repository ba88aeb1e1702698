// How the page looks and reads: Japanese, dark, on a phone; nothing wider than the screen, labels for screen readers.

import assert from 'node:assert/strict';
import { picture, until, visit } from '../stage.mjs';
import { KIF, openRecord } from '../records.mjs';

const PAGES = ['analysis', 'play', 'solved', 'learning'];
const READY = { analysis: '[data-square="7g"]', play: '#begin', solved: '.tile-cell.inside', learning: '.heat-cell' };

export async function language(stage) {
  const { page, leave } = await visit(stage, 'analysis');
  await openRecord(page, KIF);
  await page.getByText('P-7f').first().waitFor();
  await page.click('#language');
  await page.getByText('▲７六歩').first().waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'ja');
  assert.match(await page.locator('nav.tabs').innerText(), /検討/);
  assert.match(await page.locator('[data-square="7g"]').getAttribute('aria-label'), /7七, 先手 歩/);
  await page.click('#settings');
  await page.selectOption('#notation', 'en');
  await page.keyboard.press('Escape');
  await page.getByText('P-7f').first().waitFor();
  // It lasts.
  await page.reload();
  await until(page, () => document.querySelector('nav.tabs').innerText.includes('検討'));
  await leave();
}

export async function dark(stage) {
  const { page, leave } = await visit(stage, 'analysis', { dark: true });
  await page.waitForSelector(READY.analysis);
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dim = await ground();
  await page.click('#settings');
  await page.getByRole('button', { name: 'Light' }).click();
  await page.keyboard.press('Escape');
  const bright = await ground();
  assert.notEqual(dim, bright);
  await openRecord(page, KIF);
  await page.click('#settings');
  await page.getByRole('button', { name: 'Dark' }).click();
  await page.keyboard.press('Escape');
  assert.equal(await ground(), dim);
  await page.keyboard.press('End');
  await page.waitForTimeout(300);
  await picture(stage, page, 'dark');
  await leave();
}

/** All pages at 360 pixels, in both languages: `leave` fails where one is too wide. */
export async function phone(stage) {
  for (const [name, language] of PAGES.flatMap((one) => [[one, 'en'], [one, 'ja']])) {
    const { page, leave } = await visit(stage, name, { phone: true, settings: { language, notation: language } });
    await page.waitForSelector(READY[name]);
    await page.waitForTimeout(200);
    await picture(stage, page, `phone-${name}-${language}`, { fullPage: true });
    await leave();
  }
}

/** Every control has a name, and every square says what stands there. */
export async function labels(stage) {
  for (const name of PAGES) {
    const { page, leave } = await visit(stage, name);
    await page.waitForSelector(READY[name]);
    const nameless = await page.evaluate(() => [...document.querySelectorAll('button, a, input, select, textarea')]
      .filter((one) => !(one.getAttribute('aria-label') || one.innerText?.trim() || one.labels?.length || one.title)).map((one) => one.outerHTML.slice(0, 120)));
    assert.deepEqual(nameless, [], name);
    await leave();
  }
}

/** A long name leaves room for what is in hand. */
export async function names(stage) {
  for (const language of ['en', 'ja']) {
    const { page, leave } = await visit(stage, 'analysis', { phone: true, settings: { language, notation: language } });
    await openRecord(page, `手合割：平手\n先手：${'とても長い名前の対局者'.repeat(3)}\n後手：${'A player with a long name '.repeat(3)}\n   1 ７六歩(77)\n`);
    await page.waitForSelector('.seat-title >> text=とても');
    const seats = await page.evaluate(() => [...document.querySelectorAll('.seat')].map((seat) => {
      const empty = seat.querySelector('.seat-empty');
      const [text, name] = [empty.getBoundingClientRect(), seat.querySelector('.seat-name').getBoundingClientRect()];
      return { lines: Math.round(text.height / 18), cut: empty.scrollWidth > empty.clientWidth, inside: text.right <= seat.getBoundingClientRect().right, name: name.width };
    }));
    for (const seat of seats) assert.deepEqual({ ...seat, name: seat.name > 150 }, { lines: 1, cut: false, inside: true, name: true }, JSON.stringify(seats));
    await picture(stage, page, `names-${language}`);
    await leave();
  }
}

/** What is wrong is told in Japanese, with the place. */
export async function reasons(stage) {
  const { page, leave } = await visit(stage, 'analysis', { allow: /400/, settings: { language: 'ja', notation: 'ja' } });
  await page.waitForSelector(READY.analysis);
  const told = async (text, wanted) => {
    await page.click('#open');
    await page.fill('dialog textarea', text);
    await page.click('#open-go');
    await page.waitForSelector('dialog .alert');
    assert.match(await page.locator('dialog .alert').innerText(), wanted);
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog', { state: 'detached' });
  };
  await told('V2.2\nPI\n+\n+7775FU\n', /\+7775FU：初手が指せません：その駒はそこへ動けません[^]*4 行目/);
  await told('手合割：平手\n   1 ７x\n', /段（一〜九）が必要です/);
  await told('hello', /KIF・KI2・CSA・USI のどれでもありません/);
  await told('9/9/9/9/9/9/9/9/8 b - 1', /SFEN 18 文字目（盤面）：9 段目が 8 マスです/);
  // Of a game that is cut, what there is is shown.
  await openRecord(page, 'startpos moves 7g7f 7g7f 3c3d');
  assert.match(await page.locator('.game-info .alert').innerText(), /7g7f：移動元に駒がありません（以降 2 手を除きました）/);
  await openRecord(page, '4k4/9/9/9/9/9/9/9/4R3K b - 1');
  await until(page, () => document.querySelector('.notes').innerText.includes('手番でない側の玉に王手がかかっています'));
  await picture(stage, page, 'reasons');
  await leave();
}
