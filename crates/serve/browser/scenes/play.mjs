// Playing against the engine: a mate on the board, take-back, resignation, the clock.

import assert from 'node:assert/strict';
import { picture, until, visit } from '../stage.mjs';
import { openRecord } from '../records.mjs';

const banner = (page, text) => until(page, (wanted) => document.querySelector('.banner')?.innerText.includes(wanted), text, 20000);
const click = (page, square) => page.click(`[data-square="${square}"]`);

export async function mate(stage) {
  const { page, leave } = await visit(stage, 'analysis', { settings: { playLevel: 1 } });
  // The gold mates at once: the game begins at this position.
  await openRecord(page, '4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1');
  await page.click('nav.tabs >> text=Play');
  await page.getByLabel('From').selectOption('analysis');
  await page.click('#begin');
  await banner(page, 'Your move');
  await page.getByRole('button', { name: /1 × gold in hand/ }).click();
  await click(page, '5b');
  await banner(page, 'You won');
  assert.match(await page.locator('.banner').innerText(), /Checkmate: Black wins/);
  assert.equal(await page.locator('#resign').count(), 0);
  await page.click('#to-analysis');
  await until(page, () => document.querySelector('.notes')?.innerText.includes('Checkmate'));
  await leave();
}

export async function game(stage) {
  const { page, leave } = await visit(stage, 'play', { settings: { playLevel: 2, playClock: 'm10b30' } });
  await picture(stage, page, 'setup');
  await page.click('#begin');
  await banner(page, 'Your move');
  await click(page, '7g');
  await click(page, '7f');
  // The engine answers.
  await until(page, () => document.querySelectorAll('.moves .move').length === 2, null, 20000);
  await banner(page, 'Your move');
  await click(page, '2g');
  await click(page, '2f');
  await until(page, () => document.querySelectorAll('.moves .move').length === 4, null, 20000);
  await banner(page, 'Your move');
  assert.match(await page.locator('.seat-clock.running').innerText(), /^\d+:\d\d$/);
  await picture(stage, page, 'play');
  // An illegal move cannot be made: nothing happens.
  await click(page, '5i');
  await click(page, '5a');
  assert.equal(await page.locator('.moves .move').count(), 4);
  await page.click('#take-back');
  await until(page, () => document.querySelectorAll('.moves .move').length === 2);
  // Loading the page again does not end the game.
  await page.reload();
  await banner(page, 'Your move');
  assert.equal(await page.locator('.moves .move').count(), 2);
  await page.click('#resign');
  await page.click('dialog .primary');
  await banner(page, 'You lost');
  assert.match(await page.locator('.banner').innerText(), /Resignation: White wins/);
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save KIF' }).click()]);
  assert.match(download.suggestedFilename(), /\.kif$/);
  await page.click('#rematch');
  await banner(page, 'Your move');
  await leave();
}

export async function lost(stage) {
  const { page, leave } = await visit(stage, 'analysis', { settings: { playLevel: 5, playSide: 'white' } });
  // The engine is Black and mates.
  await openRecord(page, '4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1');
  await page.click('nav.tabs >> text=Play');
  await page.getByLabel('From').selectOption('analysis');
  await page.click('#begin');
  await banner(page, 'You lost');
  await leave();
}
