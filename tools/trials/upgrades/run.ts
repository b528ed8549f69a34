import { randomUUID } from 'node:crypto';
import { need } from '../../../test/support/needs.ts';
import { buildBefore } from '../bench/build-before.ts';
import { openStage } from '../operating/stage.ts';
import { landedSince, named, newestReleases } from './former-builds.ts';
import type { Former } from './former-builds.ts';
import { upgradeFrom } from './upgrade-from.ts';

/*
 * npx runners upgrades
 *
 * Builds the last three releases and five random commits that were landed since the first one, each in a folder of its own, and has this
 * build take over from each of them, on PostgreSQL and on the embedded database: with data, warm connections and traffic, and back. Its exit
 * code is 1 if one of them fails. Variables: UPGRADES_SEED (decides which commits; printed), UPGRADES_COMMITS (how many, 5), and
 * UPGRADES_FROM (commits, separated by commas, instead of all these).
 */
await need('upgrades', { all: ['PostgreSQL'] });
const seed = process.env['UPGRADES_SEED'] ?? randomUUID().slice(0, 8);
const count = Number(process.env['UPGRADES_COMMITS'] ?? 5);
const from = (process.env['UPGRADES_FROM'] ?? '').split(',').filter(Boolean);
const [releases, [first]] = [newestReleases(3), newestReleases(Infinity)];
const landed = from.length > 0 || !first ? [] : landedSince(first.commit, seed);
if (from.length === 0) console.log(`UPGRADES_SEED=${seed} repeats this choice of commits.`);

/** Whether it could be tried. */
async function tried({ commit, name }: Former): Promise<boolean> {
  const begun = performance.now();
  const seconds = () => ((performance.now() - begun) / 1000).toFixed(0);
  const build = await buildBefore(commit).catch(() => null);
  if (!build) {
    console.log(`left out ${name}, which cannot be built here, ${seconds()} s`);
    return false;
  }
  const stage = await openStage();
  try {
    const told = await upgradeFrom(stage, { folder: build.folder, word: `from_${commit.slice(0, 8)}` });
    console.log(`ok       from ${name} (${told}), ${seconds()} s`);
  } catch (error) {
    process.exitCode = 1;
    console.log(`FAILED   from ${name}, ${seconds()} s: ${String((error as Error).stack)}`);
  } finally {
    await stage.close();
    await build.remove();
  }
  return true;
}

for (const former of from.length > 0 ? from.map(named) : releases) await tried(former);
for (let done = 0; done < count && landed.length > 0;) if (await tried(landed.shift() as Former)) done++;
