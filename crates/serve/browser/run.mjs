// Drives the page of `yomikiri serve` in Chromium: `node run.mjs [--pictures DIR] [NAME…]` runs all scenes or those named.
// YOMIKIRI: the program (target/release/yomikiri or target/debug/yomikiri); CHROMIUM: the browser (/usr/bin/chromium);
// TABLES, RUNS: folders for solved games and learning runs (made afresh otherwise).

import { chromium } from 'playwright-core';
import { existsSync, mkdirSync } from 'node:fs';
import { stage } from './stage.mjs';
import * as analysis from './scenes/analysis.mjs';
import * as play from './scenes/play.mjs';
import * as solved from './scenes/solved.mjs';
import * as learning from './scenes/learning.mjs';
import * as looks from './scenes/looks.mjs';

const AT_A_TIME = 3;

const names = process.argv.slice(2);
const at = names.indexOf('--pictures');
const pictures = at >= 0 ? names.splice(at, 2)[1] : null;
if (pictures) mkdirSync(pictures, { recursive: true });

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
if (!existsSync(executablePath)) {
  console.log(`skipped: no browser at ${executablePath} (CHROMIUM names another)`);
  process.exit(0);
}

const scenes = Object.entries({ ...analysis, ...play, ...solved, ...learning, ...looks }).filter(([name]) => !names.length || names.includes(name));
const server = await stage();
// Containers have no user namespaces for the sandbox; the page is our own.
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
let failed = 0;

async function perform([name, scene]) {
  const began = Date.now();
  try {
    await scene({ browser, base: server.base, runs: server.runs, young: server.young, pictures });
    console.log(`ok    ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed += 1;
    console.log(`FAIL  ${name}\n${error.stack}`);
  }
}

// Each scene has a browser context of its own, so that several can be played at a time.
const waiting = [...scenes];
await Promise.all(Array.from({ length: AT_A_TIME }, async () => {
  while (waiting.length) await perform(waiting.shift());
}));
await browser.close();
await server.close();
console.log(`${scenes.length - failed} of ${scenes.length} scenes passed`);
process.exitCode = failed ? 1 : 0;
