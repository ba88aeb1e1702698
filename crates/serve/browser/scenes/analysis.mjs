// The analysis page: records in, steps, engine, score graph, branches, export, editing, errors.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { current, KIF, openRecord } from '../records.mjs';
import { picture, until, visit } from '../stage.mjs';

export async function record(stage) {
  const { page, leave } = await visit(stage, 'analysis');
  await openRecord(page, KIF);
  await page.getByText('P-7f').first().waitFor();
  assert.equal(await page.locator('.moves > .move-row').count(), 22);
  assert.equal(await page.locator('.moves .branch').count(), 2);
  await page.keyboard.press('ArrowRight');
  await until(page, () => document.querySelector('[data-square="7f"]').getAttribute('aria-label').includes('Black pawn'));
  assert.equal(await page.inputValue('.comment'), '角道を開ける手。');
  await page.keyboard.press('End');
  await until(page, () => document.querySelector('[data-square="8g"]').getAttribute('aria-label').includes('Black gold'));
  assert.match(await current(page), /21/);
  await page.keyboard.press('Home');
  await until(page, () => document.querySelector('[data-square="8g"]').getAttribute('aria-label').includes('Black pawn'));
  await page.keyboard.press('f');
  await until(page, () => document.querySelector('.board-grid button').dataset.square === '1i');
  await leave();
}

export async function engine(stage) {
  const { page, leave } = await visit(stage, 'analysis');
  await openRecord(page, KIF);
  await page.keyboard.press('a');
  await page.waitForSelector('.line');
  await until(page, () => document.querySelectorAll('.line').length === 3 && document.querySelectorAll('.arrow').length === 3);
  assert.match(await page.locator('.figures').innerText(), /Nodes/);
  const pv = page.locator('.line .pv-move').first();
  const text = await pv.innerText();
  await page.keyboard.press('a');
  await pv.click();
  await until(page, (mv) => document.querySelector('.moves [aria-current]').innerText.includes(mv), text);
  await leave();
}

export async function review(stage) {
  const { page, leave } = await visit(stage, 'analysis', { settings: { reviewNodes: 20000, arrows: true } });
  await openRecord(page, KIF);
  await page.click('#review-start');
  await page.waitForSelector('progress');
  await page.waitForSelector('.summary', { timeout: 60000 });
  // 20 ８七飛成 gives a rook away.
  assert.equal(await page.locator('.graph-dot.blunder').count() > 0, true);
  assert.match(await page.locator('.move.blunder').allInnerTexts().then((all) => all.join(' ')), /20/);
  const box = await page.locator('.graph').boundingBox();
  await page.mouse.click(box.x + box.width - 12, box.y + box.height / 2);
  await until(page, () => document.querySelector('.moves [aria-current]').innerText.startsWith('21'));
  await page.keyboard.press('ArrowLeft');
  await until(page, () => document.querySelector('.notes').innerText.includes('blunder'));
  await page.click('.switch');
  await page.waitForSelector('.line');
  await page.waitForTimeout(stage.pictures ? 3000 : 0);
  await picture(stage, page, 'analysis');
  await page.click('.switch');

  await page.click('#export');
  const saved = async (id) => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.click(`#${id}`)]);
    return readFileSync(await download.path());
  };
  const kif = (await saved('export-kif')).toString();
  assert.match(kif, /８七飛成/);
  assert.match(kif, /\*.*blunder/);
  assert.match(kif, /変化：16手/);
  assert.match((await saved('graph-svg')).toString(), /<svg/);
  assert.match((await saved('board-svg')).toString(), /<svg/);
  assert.equal((await saved('board-png')).subarray(1, 4).toString(), 'PNG');
  await page.keyboard.press('Escape');
  // Loading the page again keeps scores, judgements and summary, and the graph can still be saved.
  const summary = await page.locator('.summary').innerText();
  const scores = await page.locator('.move-score').allInnerTexts();
  await page.reload();
  await page.waitForSelector('.summary');
  assert.equal(await page.locator('.summary').innerText(), summary);
  assert.deepEqual(await page.locator('.move-score').allInnerTexts(), scores);
  assert.equal(await page.locator('.graph-dot.blunder').count() > 0, true);
  await page.click('#export');
  assert.match((await saved('graph-svg')).toString(), /<svg/);
  await page.keyboard.press('Escape');
  // One that still runs goes on.
  await page.evaluate(() => { const values = JSON.parse(localStorage.getItem('yomikiri')); localStorage.setItem('yomikiri', JSON.stringify({ ...values, reviewNodes: 100000 })); });
  await page.reload();
  await page.click('#review-start');
  await page.waitForSelector('progress');
  await page.reload();
  await page.waitForSelector('progress');
  await page.waitForSelector('.summary', { timeout: 60000 });
  assert.equal((await page.locator('.move-score').allInnerTexts()).every(Boolean), true);
  await leave();
}

export async function branches(stage) {
  const { page, leave } = await visit(stage, 'analysis');
  await page.waitForSelector('[data-square="7g"]');
  const play = async (from, to) => {
    await page.click(`[data-square="${from}"]`);
    await page.click(`[data-square="${to}"]`);
    await until(page, ([f, s]) => document.querySelector(`[data-square="${f}"]`).getAttribute('aria-label').includes('empty') && !document.querySelector(`[data-square="${s}"]`).getAttribute('aria-label').includes('empty'), [from, to]);
  };
  await play('7g', '7f');
  await play('3c', '3d');
  await page.keyboard.press('ArrowLeft');
  await until(page, () => document.querySelector('[data-square="3c"]').getAttribute('aria-label').includes('White pawn'));
  // By keyboard alone: the other reply becomes a branch.
  await page.keyboard.press('b');
  await page.focus('[data-square="8c"]');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.branch');
  await page.fill('.move-field', '2g2f');
  await page.press('.move-field', 'Enter');
  await until(page, () => document.querySelector('.branch').innerText.includes('P-2f'));
  // The exchange of bishops asks about promotion.
  await page.evaluate(() => document.activeElement.blur());
  await page.locator('.move-row .move').nth(2).click();
  await until(page, () => document.querySelector('[data-square="3d"]').getAttribute('aria-label').includes('last move'));
  await page.click('[data-square="8h"]');
  await page.click('[data-square="2b"]');
  await page.click('dialog .choice >> nth=0');
  await until(page, () => document.querySelector('[data-square="2b"]').getAttribute('aria-label').includes('Black horse'));
  // Loading the page again loses nothing.
  await page.reload();
  await until(page, () => document.querySelector('[data-square="2b"]')?.getAttribute('aria-label').includes('Black horse'));
  await until(page, () => document.querySelector('.branch').innerText.includes('P-2f'));
  await leave();
}

export async function repetition(stage) {
  const { page, leave } = await visit(stage, 'analysis');
  const round = '2h3h 8b7b 3h2h 7b8b';
  await openRecord(page, `startpos moves ${Array(3).fill(round).join(' ')}`);
  await page.keyboard.press('End');
  await until(page, () => document.querySelector('.notes').innerText.includes('Fourth occurrence: draw'));
  await leave();
}

/** A long line must not push what its score rests on out of sight. */
export async function rests(stage) {
  const { page, leave } = await visit(stage, 'analysis');
  const way = '5g5f 5c5d 2h5h 5a5b 5f5e 5b5c 5h5f 5c6d 5f6f 6d7d 6f7f 7d6d 7f6f 6d7d 6f7f 7d6d 7f6f 6d7d 6f7f 7d6d 7f6f';
  await openRecord(page, `startpos moves ${way}`);
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('a');
  await until(page, () => {
    const tag = document.querySelector('.line .tag.warn');
    if (!tag || document.querySelectorAll('.line .pv-move').length < 12) return false;
    tag.scrollIntoView({ block: 'center' });
    const { left, right, top, bottom } = tag.getBoundingClientRect();
    const shown = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return shown === tag || tag.contains(shown);
  });
  await page.keyboard.press('a');
  await leave();
}

export async function edit(stage) {
  const { page, leave } = await visit(stage, 'analysis', { allow: /400/ });
  await page.waitForSelector('[data-square="7g"]');
  await page.click('#edit');
  await page.getByRole('button', { name: 'Mating problem' }).click();
  await page.focus('[data-square="5c"]');
  await page.keyboard.press('p');
  await page.getByRole('group', { name: /in hand of Black/ }).getByRole('button', { name: /gold/ }).click();
  await page.getByRole('group', { name: /in hand of White/ }).getByRole('button', { name: /gold/ }).click();
  await picture(stage, page, 'edit');
  const field = page.locator('.editor .code');
  await field.fill('4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1');
  await field.press('Tab');
  await page.click('#edit-done');
  await until(page, () => !document.querySelector('.editor') && document.querySelector('[data-square="5c"]').getAttribute('aria-label').includes('Black pawn'));
  await page.getByRole('button', { name: /1 × gold/ }).first().click();
  await page.click('[data-square="5b"]');
  await until(page, () => document.querySelector('.notes').innerText.includes('Checkmate: Black wins'));
  await leave();
}

export async function broken(stage) {
  const { page, leave } = await visit(stage, 'analysis', { allow: /400/ });
  await page.waitForSelector('[data-square="7g"]');
  const transfer = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['V2.2\nPI\n+\n+7775FU\n'], 'broken.csa'));
    return data;
  });
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
  const alert = page.locator('dialog .alert');
  await alert.waitFor();
  const text = await alert.innerText();
  assert.match(text, /illegal move at ply 1/);
  assert.match(text, /broken\.csa, line 4, column 1/);
  await page.keyboard.press('Escape');
  // The same by pasting; the line is quoted.
  await page.click('#open');
  await page.fill('dialog textarea', 'V2.2\nPI\n+\n+7775FU\n');
  await page.click('#open-go');
  await page.waitForSelector('dialog .quote');
  await picture(stage, page, 'broken');
  await leave();
}
