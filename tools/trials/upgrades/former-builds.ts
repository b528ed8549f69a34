import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';

/** A commit that was landed, from which this build is an upgrade. */
export interface Former {
  commit: string;
  /** The release that it is, or the subject of the commit. */
  name: string;
}

const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8', maxBuffer: 1e8 }).trim();
const folder = 'test/upgrades/releases';

/** The newest releases, each as the commit that has written its dump last, from the oldest to the newest. */
export function newestReleases(count: number): Former[] {
  const names = git('ls-files', folder).split('\n');
  return names
    .map((path) => ({ path, commit: git('log', '-1', '--format=%H', '--', path) }))
    .filter(({ path }) => path.endsWith('.sql.gz'))
    .slice(-count)
    .map(({ path, commit }) => ({ commit, name: path.slice(folder.length + 1, -'.sql.gz'.length) }));
}

/** The commits that were landed since another one, in an order that only the seed decides. */
export function landedSince(commit: string, seed: string): Former[] {
  const order = (text: string) => createHash('sha256').update(`${seed} ${text}`).digest('hex');
  const lines = git('log', '--first-parent', '--format=%H %s', `${commit}..HEAD~1`).split('\n');
  return lines
    .filter(Boolean)
    .map((line) => ({ commit: line.slice(0, 40), name: `${line.slice(0, 8)} "${line.slice(41)}"` }))
    .toSorted((a, b) => order(a.commit).localeCompare(order(b.commit)));
}

/** A commit as somebody writes it. */
export const named = (word: string): Former => ({ commit: git('rev-parse', `${word}^{commit}`), name: word });
