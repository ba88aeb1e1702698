// Learning runs: the plots are there, the table behind them, the heat map follows the king.

import assert from 'node:assert/strict';
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
