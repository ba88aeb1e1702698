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
