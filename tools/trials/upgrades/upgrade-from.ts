import assert from 'node:assert/strict';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { called } from '../operating/command.ts';
import { traffic, underLoad } from '../operating/under-load.ts';
import type { Running, Stage } from '../operating/stage.ts';
import { printedValue } from '../../../test/support/started-process.ts';
import { assertEqual, pagesOf } from './pages.ts';
import type { Pages } from './pages.ts';

/** What a build is: its folder, and a word for folders and databases. */
interface Build {
  folder: string;
  word: string;
}

/** What was made for the trials of one build: a folder of data with a person who sees much of it. */
interface Made {
  data: string;
  key: string;
  pages: Pages;
}

const settings = { DEMO: 'on', SECRET_KEY: '', LOG_REQUESTS: 'off' };
const programOf = ({ folder }: Build) => join(folder, 'dist/src/main.js');
const stopped = async (running: Running) => assert.equal(await running.stop(), 0, 'it ends by itself');

/** A build makes demo data in an embedded database, and people use it. */
async function make(stage: Stage, build: Build): Promise<Made> {
  const data = join(stage.folder, build.word);
  const running = await stage.start({ ...settings, DATA_DIR: data }, programOf(build));
  await running.process.prints('Key  ');
  const key = printedValue(running.process.stdout(), 'Key');
  await traffic(running.url, async () => {});
  const pages = await pagesOf(running.url, key);
  await stopped(running);
  return { data, key, pages };
}

/** The embedded database: this build starts after the former one, and the former one after it. */
async function embedded(stage: Stage, build: Build, { data, key, pages }: Made): Promise<string> {
  const after = await stage.start({ ...settings, DATA_DIR: data });
  assertEqual(pages, await pagesOf(after.url, key), 'from this build');
  const told = await traffic(after.url, async () => {});
  await stopped(after);
  const back = await stage.start({ ...settings, DATA_DIR: data }, programOf(build));
  assertEqual(pages, await pagesOf(back.url, key), 'from the former build, on the way back');
  await traffic(back.url, async () => {});
  await stopped(back);
  return told;
}

/** PostgreSQL: this build starts beside the former one, both under load, and the former one is started again. */
async function onServer(stage: Stage, build: Build, { data, key, pages }: Made): Promise<string> {
  const DATABASE_URL = await stage.newDatabase(build.word);
  const runners = join(build.folder, 'dist/src/process/runners.js');
  await called(runners, 'move-to-postgres', { DATA_DIR: data }, '--to', DATABASE_URL);
  const SECRET_KEY = (await readFile(join(data, 'secret-key'), 'utf8')).trim();
  const environment = { ...settings, DATABASE_URL, DATA_DIR: data, SECRET_KEY };
  const former = await stage.start(environment, programOf(build));
  const read = async ({ url }: Running, when: string) => assertEqual(pages, await pagesOf(url, key), when);
  await read(former, 'from the former build, on PostgreSQL');
  const told = await underLoad(stage, former.url, build.word, async () => {
    const beside = await stage.start(environment);
    await read(former, 'from the former build, beside this one');
    await underLoad(stage, beside.url, build.word, () => read(beside, 'from this build, beside the former one'));
    await read(former, 'from the former build, after writes of this one');
    await stopped(beside);
  });
  await stopped(former);
  const back = await stage.start(environment, programOf(build));
  await underLoad(stage, back.url, build.word, () => read(back, 'from the former build, on the way back'));
  await stopped(back);
  return told;
}

/** Upgrades data of a former build to this one, and goes back, on both databases. @throws Error with the first thing that is not as it must be */
export async function upgradeFrom(stage: Stage, build: Build): Promise<string> {
  const made = await make(stage, build);
  const copy = { ...made, data: `${made.data}-copy` };
  await cp(made.data, copy.data, { recursive: true });
  const server = await onServer(stage, build, copy);
  return `${made.pages.size} pages; PostgreSQL: ${server}; embedded: ${await embedded(stage, build, made)}`;
}
