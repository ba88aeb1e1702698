// Playing against the engine: a mate on the board, take-back, resignation, the clock, a perpetual check, a declaration.

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

/** Begins a game from the last position of a record. */
async function from(page, record) {
  await openRecord(page, record);
  await page.keyboard.press('End');
  await page.click('nav.tabs >> text=Play');
  await page.getByLabel('From').selectOption('analysis');
  await page.click('#begin');
}

export async function perpetual(stage) {
  const { page, leave } = await visit(stage, 'analysis', { settings: { playLevel: 1 } });
  // The rook has given check with every move since 5f6f; with the last one the position is there for the fourth time.
  const round = '6d7d 6f7f 7d6d 7f6f';
  await from(page, `startpos moves 5g5f 5c5d 2h5h 5a5b 5f5e 5b5c 5h5f 5c6d 5f6f ${round} ${round} 6d7d 6f7f 7d6d`);
  await banner(page, 'Your move');
  await click(page, '7f');
  await click(page, '6f');
  await banner(page, 'You lost');
  assert.match(await page.locator('.banner').innerText(), /Fourth occurrence under perpetual check: White wins/);
  await picture(stage, page, 'perpetual');
  await page.click('#to-analysis');
  await until(page, () => document.querySelector('.notes')?.innerText.includes('perpetual check: White wins'));
  await leave();
}

export async function declaration(stage) {
  const { page, leave } = await visit(stage, 'play', { settings: { playLevel: 1 } });
  // At the beginning of a game it would lose, and is asked about.
  await page.click('#begin');
  await banner(page, 'Your move');
  await page.click('#declare');
  await until(page, () => document.querySelector('dialog').innerText.includes('this declaration loses the game'));
  await page.keyboard.press('Escape');
  await page.click('#resign');
  await page.click('dialog .primary');
  await banner(page, 'You lost');
  await page.getByRole('button', { name: 'Other settings' }).click();
  await page.click('nav.tabs >> text=Analysis');
  await from(page, '+R8/2+NK1+R+P+P1/+P+PPS+P4/6g+b1/7p1/3g5/3+b1g+p1+p/5p3/5k+p2 b G3S3N3L7Pl 1');
  await banner(page, 'Your move');
  await until(page, () => document.querySelector('.game-panel').innerText.includes('points'));
  await page.click('#declare');
  await until(page, () => document.querySelector('dialog').innerText.includes('The conditions are met'));
  await page.click('dialog .primary');
  await banner(page, 'You won');
  assert.match(await page.locator('.banner').innerText(), /Declaration: Black wins/);
  await picture(stage, page, 'declaration');
  await leave();
}

/** A mating problem has one king: it is no game. */
export async function kingless(stage) {
  const { page, leave } = await visit(stage, 'analysis', { allow: /400/, settings: { language: 'ja', notation: 'ja' } });
  // Who cannot move has not lost where there is no king to lose.
  await openRecord(page, '9/9/9/9/9/9/9/9/9 b - 1');
  await until(page, () => document.querySelector('.notes').innerText.includes('合法手なし'));
  assert.doesNotMatch(await page.locator('.notes').innerText(), /勝ち/);
  await openRecord(page, '4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1');
  await until(page, () => document.querySelector('.notes').innerText.includes('先手の玉がありません'));
  await page.click('nav.tabs >> text=対局');
  await page.getByLabel('開始局面').selectOption('analysis');
  await page.click('#begin');
  await page.waitForSelector('.setup .alert');
  assert.match(await page.locator('.setup .alert').innerText(), /この局面からは対局できません：先手の玉がありません/);
  await picture(stage, page, 'kingless');
  await leave();
}
