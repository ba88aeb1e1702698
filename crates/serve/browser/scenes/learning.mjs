// Learning runs: the plots are there, the table behind them, the heat map follows the king; a run is watched while it is written.

import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { picture, until, visit } from '../stage.mjs';

export async function learning(stage) {
  const { page, leave } = await visit(stage, 'learning');
  await page.waitForSelector('.chart-line');
  assert.equal(await page.locator('.plots .chart').count() >= 4, true);
  assert.equal(await page.locator('.bars li').count(), 13);
  await page.locator('.as-table summary').nth(1).click();
  await page.waitForSelector('.as-table table');
  await page.locator('.as-table summary').nth(1).click();
  await page.waitForSelector('.heat-cell');
  assert.equal(await page.locator('.heat-cell').count(), 81);
  await page.getByRole('gridcell', { name: /^5i:/ }).click();
  await until(page, () => document.querySelector('[aria-label="5i: king"]'));
  await picture(stage, page, 'learning');
  await leave();
}

/** From its first checkpoint, before there are weights, to its end: all comes by itself. */
export async function written(stage) {
  if (!stage.young) return;
  const live = join(stage.runs, 'live');
  mkdirSync(live);
  // As a run writes: beside its place, then renamed.
  const write = (from, ...names) => {
    for (const name of names) {
      copyFileSync(join(from, name), join(live, `${name}.part`));
      renameSync(join(live, `${name}.part`), join(live, name));
    }
  };
  const { page, leave } = await visit(stage, 'learning');
  await page.waitForSelector('.run-button');
  const button = page.locator('.run-button[data-id="live"]');
  assert.equal(await button.count(), 0);
  // Begun while the page is open, it comes into the list by itself.
  write(stage.young, 'checkpoint.bin');
  await button.click();
  assert.match(await button.innerText(), /begun/);
  const head = (wanted) => until(page, (text) => document.querySelector('.run-head').innerText.includes(text), wanted);
  await head('No weights yet');
  assert.equal(await page.locator('.chart-line').count(), 0);
  write(stage.young, 'weights.bin', 'log.csv');
  await head('1 passes');
  await page.waitForSelector('.heat-cell');
  write(join(stage.runs, 'first'), 'checkpoint.bin', 'weights.bin', 'log.csv');
  await head('2 passes');
  await head('running');
  await until(page, () => document.querySelector('.chart-line'));
  assert.match(await button.innerText(), /2 passes/);
  write(join(stage.runs, 'first'), 'manifest.json');
  await head('finished');
  await leave();
}
