// Numbers and scores as text.

import { japanese, t } from './i18n.js';

/** 1234567 as 1.23 M, in three digits. */
export function short(n) {
  if (n === null || n === undefined) return '–';
  for (const [limit, unit] of [[1e9, 'G'], [1e6, 'M'], [1e3, 'k']]) {
    if (n >= limit) return `${(n / limit).toPrecision(3)} ${unit}`;
  }
  return String(Math.round(n));
}

export const grouped = (n) => Number(n).toLocaleString(japanese() ? 'ja-JP' : 'en-GB');

/** Milliseconds as 1:05 or 12.3 s. */
export function seconds(ms) {
  return ms < 60000 ? `${(ms / 1000).toFixed(1)} s` : clock(ms);
}

/** Milliseconds of a clock as m:ss or h:mm:ss; part of a second counts as one that is left. */
export function clock(ms) {
  const all = Math.max(0, Math.ceil(ms / 1000));
  const two = (n) => String(n).padStart(2, '0');
  const hours = Math.floor(all / 3600);
  const minutes = Math.floor(all / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(all % 60)}` : `${minutes}:${two(all % 60)}`;
}

/** Centipawns with their sign; a true minus, so that columns line up. */
export const centipawns = (cp) => (cp > 0 ? `+${cp}` : cp < 0 ? `−${-cp}` : '0');

/** A score seen by Black. A mate counts plies; what another rule decides is told as that, never as centipawns. */
export function score({ score_cp: cp, mate, decided }) {
  if (decided) return t(decided === 'draw' ? 'scoreDraw' : decided === 'black' ? 'scoreBlack' : 'scoreWhite');
  if (mate === 0) return t('scoreMated');
  if (mate !== null) return t(mate > 0 ? 'scoreMateBlack' : 'scoreMateWhite', { n: Math.abs(mate) });
  return centipawns(cp);
}
