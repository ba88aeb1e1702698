// Starts `yomikiri serve` on a free port, with a small table of Tokyo Doves and a learning run made for the purpose.

import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

function program() {
  if (process.env.YOMIKIRI) return process.env.YOMIKIRI;
  const built = ['release', 'debug'].map((kind) => join(ROOT, 'target', kind, 'yomikiri')).filter(existsSync);
  // The one that was built last.
  const [found] = built.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  if (!found) throw new Error('no program: build yomikiri, or name it in YOMIKIRI');
  return found;
}

function prepared(yomikiri, folder) {
  const [tables, runs] = [process.env.TABLES ?? join(folder, 'tables'), process.env.RUNS ?? join(folder, 'runs')];
  if (!process.env.TABLES) {
    mkdirSync(tables);
    execFileSync(yomikiri, ['solve', 'doves', '--max-doves', '5', '--table', join(tables, 'doves-5.values')], { stdio: ['ignore', 'ignore', 'inherit'] });
  }
  let young = null;
  if (!process.env.RUNS) {
    mkdirSync(runs);
    // A few games are enough for plots.
    const games = join(folder, 'games.tsv');
    writeFileSync(games, readFileSync(join(ROOT, 'crates/cli/data/selfplay.tsv'), 'utf8').split('\n').slice(0, 13).join('\n'));
    const learn = (out, passes) => execFileSync(yomikiri, ['learn', '--out', out, '--method', 'adaptive', '--choice', '--passes', passes, '--validation', '20', games],
      { stdio: ['ignore', 'ignore', 'inherit'] });
    learn(join(runs, 'first'), '2');
    // The same run after its first pass.
    young = join(folder, 'young');
    learn(young, '1');
  }
  return { tables, runs, young };
}

/** The server: `base` is its address, `runs` its folder of learning runs, `young` a run of one pass that is not in there, `close` ends it. */
export async function stage() {
  const yomikiri = program();
  const folder = mkdtempSync(join(tmpdir(), 'yomikiri-browser-'));
  const { tables, runs, young } = prepared(yomikiri, folder);
  const child = spawn(yomikiri, ['serve', '--port', '0', '--tables', tables, '--runs', runs], { stdio: ['ignore', 'pipe', 'inherit'] });
  const base = await new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (data) => {
      text += data;
      const address = /http:\/\/\S+/.exec(text);
      if (address) resolve(address[0]);
    });
    child.on('exit', (code) => reject(new Error(`yomikiri serve ended with code ${code}`)));
  });
  const close = async () => {
    const gone = new Promise((resolve) => { child.on('exit', resolve); });
    child.kill('SIGINT');
    await gone;
    rmSync(folder, { recursive: true });
  };
  return { base, tables, runs, young, yomikiri, close };
}

const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 360, height: 740 };

/**
 * A fresh page with the settings given. Anything that the page itself gets wrong ends the scene: an exception, a request to
 * elsewhere, a line on the console, unless `allow` matches it.
 */
export async function visit({ browser, base }, hash, { settings = {}, phone = false, dark = false, allow = null } = {}) {
  const context = await browser.newContext({
    viewport: phone ? PHONE : DESKTOP, isMobile: phone, hasTouch: phone, deviceScaleFactor: phone ? 2 : 1, colorScheme: dark ? 'dark' : 'light', acceptDownloads: true,
  });
  const page = await context.newPage();
  const faults = [];
  page.on('pageerror', (error) => faults.push(error.stack));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !allow?.test(message.text())) faults.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => { if (!request.url().startsWith(base) && !/^(data|blob):/.test(request.url())) faults.push(`request: ${request.url()}`); });
  page.setDefaultTimeout(15000);
  await page.addInitScript((values) => {
    if (!sessionStorage.getItem('begun')) {
      localStorage.setItem('yomikiri', JSON.stringify(values));
      sessionStorage.setItem('begun', '1');
    }
  }, { language: 'en', notation: 'en', reviewNodes: 20000, ...settings });
  await page.goto(`${base}#${hash}`);
  const leave = async () => {
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (wide > 0) faults.push(`the page is ${wide} pixels too wide`);
    await context.close();
    if (faults.length) throw new Error(faults.join('\n'));
  };
  return { page, leave, faults };
}

/**
 * Waits until a function is true in the page. (Not `waitForFunction`, which the page's content security policy forbids: it
 * evaluates strings.)
 */
export async function until(page, condition, argument = null, patience = 15000) {
  const end = Date.now() + patience;
  while (!await page.evaluate(condition, argument)) {
    if (Date.now() > end) throw new Error(`not within ${patience} ms: ${condition}`);
    await page.waitForTimeout(40);
  }
}

/** Saves a picture, where they are wanted. */
export async function picture(stage, page, name, options = {}) {
  if (!stage.pictures) return;
  await page.mouse.move(0, 0);
  await page.waitForTimeout(150);
  await page.screenshot({ path: join(stage.pictures, `${name}.png`), ...options });
}
