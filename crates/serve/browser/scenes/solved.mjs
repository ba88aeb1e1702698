// Solved games: moves coloured by result, the walk to the end, a puzzle, and the word where there is no table.

import assert from 'node:assert/strict';
import { picture, until, visit } from '../stage.mjs';

export async function walk(stage) {
  const { page, leave } = await visit(stage, 'solved', { allow: /400/ });
  await page.waitForSelector('.tile-cell.inside');
  await until(page, () => document.querySelector('.value-banner').innerText.includes('Draw'));
  // A position that a puzzle names is won.
  const answer = await page.evaluate(async () => (await fetch('/api/v1/solved/doves/puzzles?plies=5&count=1')).json());
  const [{ position }] = answer.puzzles;
  await page.fill('.position-panel .code', position);
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await until(page, () => document.querySelector('.value-banner').innerText.includes('wins in 5'));
  const [first] = await page.locator('.solved-move .value').allInnerTexts();
  assert.equal(first, 'win 5');
  await page.locator('.tile-cell.own').first().click();
  await page.waitForSelector('.tile-cell.target .target-value, .tool');
  await picture(stage, page, 'solved');
  await page.click('#walk');
  await until(page, () => document.querySelector('.value-banner').innerText.includes('The game is over: '), null, 20000);
  await page.keyboard.press('Home');
  await until(page, () => document.querySelector('.value-banner').innerText.includes('wins in 5'));
  await page.fill('.position-panel .code', 'b/Q r');
  await page.press('.position-panel .code', 'Enter');
  await page.waitForSelector('.position-panel .alert');
  assert.match(await page.locator('.position-panel .alert').innerText(), /character 3/);
  await leave();
}

export async function puzzle(stage) {
  const { page, leave } = await visit(stage, 'solved');
  await page.getByRole('button', { name: 'Puzzles' }).click();
  await until(page, () => document.querySelector('.puzzle-task').innerText.includes('win in'));
  await page.click('#hint');
  await until(page, () => document.querySelector('.puzzle-told').innerText.includes('first move'));
  await picture(stage, page, 'puzzle');
  await page.click('#solution');
  await page.waitForSelector('.solution-move');
  assert.equal(await page.locator('.solution-move').count(), 5);
  await leave();
}

export async function without_table(stage) {
  const { page, leave } = await visit(stage, 'solved');
  await page.getByRole('button', { name: 'Dobutsu shogi' }).click();
  await page.waitForSelector('.how-to');
  assert.match(await page.locator('.how-to').innerText(), /yomikiri solve dobutsu --table/);
  // The rules work all the same: the chick takes the chick.
  await page.locator('.tile-cell.own').first().waitFor();
  await page.locator('.tile-grid.dobutsu [data-at="2,1"]').click();
  await page.locator('.tile-grid.dobutsu [data-at="1,1"]').click();
  await until(page, () => document.querySelector('[data-at="1,1"]').getAttribute('aria-label').includes('Bottom chick'));
  assert.match(await page.locator('.tile-hand').nth(1).innerHTML(), /hand-tile/);
  await picture(stage, page, 'dobutsu');
  await leave();
}
