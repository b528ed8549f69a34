/** Every warm request runs code of the files that corridor.txt names with a reason, and of no others. */
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { as, cast } from '../support/cast.ts';
import type { Answer } from '../support/client.ts';
import { makeGpx } from '../support/gpx-maker.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';

const root = new URL('../../../', import.meta.url);
const service = await testService();
const { ann } = await cast(service);
const { post } = await record(ann);
/** The list describes the service as it is installed, and not its plain twins. */
const isPlain = process.env['EXECUTION'] === 'interpreted' || process.env['DRIVER'] === 'plain';
const session = new Session();
session.connect();
afterAll(() => session.disconnect());

let day = 0;
const upload = () => as(ann).upload(makeGpx({ points: 50, start: new Date(Date.UTC(2012, 0, ++day)).toISOString() }));
const requests: Readonly<Record<string, () => Promise<Pick<Answer, 'status'>>>> = {
  'the feed': () => as(ann).get('/post/?type=friends&limit=5'),
  'a post': () => as(ann).get(`/post/${post}/`),
  'a user': () => as(ann).get(`/user/${ann.id}/`),
  'an upload of GPX': upload,
  GraphQL: () =>
    as(ann).graphql('query ($id: ID!) { user(id: $id) { firstName profile { gender } } }', {
      id: globalId('User', ann.id),
    }),
};

/** Of a file of this repository, its path without the folders of what is compiled; null for all others. */
function sourceOf(url: string): string | null {
  if (!url.startsWith(root.href) || /node_modules|dist\/test\//.test(url)) return null;
  return url
    .slice(root.href.length)
    .replace(/(^|\/)dist\//, '$1')
    .replace(/\.js$/, '.ts');
}

/** The files of which a function has run since the last look. */
async function executed(): Promise<Set<string>> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const files = new Set<string>();
  for (const { url, functions } of result) {
    const source = sourceOf(url);
    // The first function of a module is the module itself.
    const hasRun = functions.some(
      ({ functionName, ranges }) => (functionName || ranges[0]?.startOffset) && (ranges[0]?.count ?? 0) > 0,
    );
    if (source && hasRun) files.add(source);
  }
  return files;
}

/** The paths that the list names for the database of this run. @throws Error for a line without a reason */
function listed(): string[] {
  const other = service.database.kind === 'embedded' ? 'on PostgreSQL' : 'embedded';
  const text = readFileSync(fileURLToPath(new URL('test/corridor/corridor.txt', root)), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, path = '', where, reason] = /^(\S+)(?: \((embedded|on PostgreSQL)\))?: (\S.+\.)$/.exec(line) ?? [];
      if (!reason) throw new Error(`corridor.txt: "${line}" is not "path: reason."`);
      return where === other ? '' : path;
    })
    .filter(Boolean);
}

let corridor: Set<string> | undefined;
beforeAll(async () => {
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  for (const call of Object.values(requests)) {
    for (let warm = 0; warm < 4; warm++) await call();
    // As among many people, the one who asks is in no cache.
    service.processContext.forgetKeys();
    await sleep(100);
    await executed();
    expect((await call()).status).toBeLessThan(300);
    // What is counted after the answer belongs to its request.
    await sleep(100);
    const files = await executed();
    corridor = corridor ? new Set([...corridor].filter((path) => files.has(path))) : files;
  }
  await session.post('Profiler.stopPreciseCoverage');
});

(isPlain ? test.skip : test)('every warm request passes the files that are listed with a reason', () => {
  const paths = listed();
  const found = [...(corridor ?? [])];
  expect({
    'passed, but not listed': found.filter((path) => !paths.includes(path)).toSorted(),
    'listed, but not passed': paths.filter((path) => !corridor?.has(path)),
  }).toEqual({ 'passed, but not listed': [], 'listed, but not passed': [] });
});
