/**
 * Every command of operators, in one table: without the words that it needs it says how it is used, wrong words are refused in a sentence, and
 * with the right ones it does its work. The commands are called in this order, on the demo data of one service that was stopped.
 */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { commands } from '../../../../src/process/runner-commands.ts';
import { inherited, newFolder, printedValue, startReady } from '../../../../test/support/started-process.ts';

const runners = fileURLToPath(new URL('../../../../src/process/runners.js', import.meta.url));
const [folder, remove] = await newFolder();
const at = (name: string) => join(folder, name);
const server = process.env['TEST_DATABASE_URL'];
const moved = `runners_test_${randomUUID().replaceAll('-', '')}`;
const urlOf = (name: string) => Object.assign(new URL(server ?? 'postgres://none'), { pathname: `/${name}` }).href;

function run(words: string, environment: Record<string, string>) {
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const given = words.match(/"[^"]*"|\S+/g)?.map((word) => word.replaceAll('"', '')) ?? [];
    const env = { ...inherited, DATA_DIR: at('data'), ...environment };
    execFile(process.execPath, [runners, ...given], { env, cwd: folder, timeout: 100_000 }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

const usage = /^usage: npx runners /;

/** A command: wrong words with the sentence that refuses them, and right words with what is printed; the settings, where others are needed. */
interface Called {
  refused: [words: string, sentence: RegExp][];
  done: [words: string, printed: RegExp, environment?: Record<string, string>][];
  onServerAlone?: true;
}
const taken = { DATA_DIR: at('taken') };
const called: Readonly<Record<string, Called>> = {
  doctor: { refused: [['more', /takes no words/]], done: [['', /^ok .*\nNo check has failed\.$/ms]] },
  version: { refused: [['more', /takes no words/]], done: [['', /^\d+\.\d+\.\d+, with the migrations up to \S+$/]] },
  staff: {
    refused: [
      ['', usage],
      ['make ann@example.com', usage],
      ['add nobody@example.com', /^no account has the e-mail address nobody@example\.com$/],
    ],
    done: [
      ['add DEMO --yes', /is now a staff account$/],
      ['remove DEMO', /is now an ordinary account$/],
    ],
  },
  backup: {
    refused: [
      ['', usage],
      ['data', /^data: this exists already; choose a new folder$/],
      ['data/inside', /the backup must be outside of DATA_DIR$/],
    ],
    done: [['backup', /^The backup is in backup\./]],
  },
  restore: {
    refused: [
      ['', usage],
      ['data', /^data: this is not a backup, because it has no backup\.json$/],
      ['backup', /^DATA_DIR: there is a database in .* already; move it away first$/],
    ],
    done: [['backup', /^DATA_DIR has the backup of .*Z\. Start the service\.$/, { DATA_DIR: at('restored') }]],
  },
  'reset-cursors': {
    refused: [['more', /takes no words/]],
    done: [['', /^Cursors of live events after position \d+ have expired\.$/]],
  },
  'take-over': {
    refused: [
      ['', usage],
      ['nothing', usage],
      ['check', usage],
      ['check none', /^none: there is no such file or folder\.$/],
      ['extract --from x', usage],
      ['verify none', /^none: there is no such file or folder\.$/],
      ['open more', usage],
    ],
    done: [
      ['check bundle', /^There are no faults, and 0 notes\.$/m],
      ['load bundle', /^What was refused or changed is in take-over-report\.$/m, taken],
      ['verify bundle', /^1 records were compared, and 0 are missing or differ\./, taken],
      ['open', /^The service accepts writes\.$/, taken],
    ],
  },
  prove: {
    refused: [
      ['', usage],
      ['--against nonsense none', /^--against must be a URL\.$/],
    ],
    done: [['--list --only register', /register/i]],
  },
  'move-pictures': {
    refused: [
      ['', usage],
      ['--from none --to pictures', /^--from: there is no folder none$/],
    ],
    done: [['--from data/pictures --to pictures', /\d/]],
  },
  rebuild: {
    refused: [
      ['more', usage],
      ['--dry-run', usage],
      ['--pictures --after x', usage],
    ],
    done: [
      ['', /: 0 corrected$/m],
      ['--tracks --dry-run', /\d/],
      ['--pictures --dry-run', /\d/],
    ],
  },
  partition: {
    refused: [['-- nothing', /^usage: .*, with tables of live_event, /]],
    done: [['', /^live_event: it is partitioned now$/]],
  },
  ledger: {
    refused: [
      ['more', usage],
      ['--service http://127.0.0.1:1', usage],
      ['--service http://127.0.0.1:2 --key k', /^A server cannot be reached: /],
    ],
    done: [['--out ledger.json', /^$/]],
  },
  retire: {
    refused: [
      ['', usage],
      ['Workout.nothing', /^The schema has no Workout\.nothing\.$/],
      ['Workout.source --ledger none', /^none: cannot be opened \(ENOENT\)$/],
    ],
    done: [
      ['pause', /^Nothing is switched off until npx runners retire resume\.$/],
      ['resume', /^The plan is in force\.$/],
    ],
  },
  'migration-report': {
    refused: [
      ['', usage],
      ['Nobody --ledger ledger.json', /^no client of the name Nobody has called: the clients are /],
    ],
    done: [['Visitor --ledger ledger.json', /^# What Visitor still calls$/m]],
  },
  prune: {
    refused: [['more', /takes no words/]],
    done: [['', /^What has ended is removed, with the files of \d+ pictures/]],
  },
  'move-to-postgres': {
    refused: [
      ['', usage],
      ['--to nonsense', /^--to/],
      ['--to postgres://postgres@127.0.0.1:1/none', /cannot be (reached|opened)/],
    ],
    done: [[`--to ${urlOf(moved)}`, /Start the service/i]],
    onServerAlone: true,
  },
};
const operators = Object.keys(commands['For operators, with the settings of the service'] ?? {});

let demo = '';
beforeAll(async () => {
  await mkdir(at('data'));
  const service = await startReady(at('data'));
  demo = printedValue(service.stdout(), 'E-mail');
  const url = new URL(printedValue(service.stdout(), 'REST base'));
  await fetch(`${url.origin}/api/v1/me/`, { headers: { 'User-Agent': 'Visitor/1.0' } });
  service.kill('SIGTERM');
  await service.ended;
  await mkdir(at('bundle'));
  await writeFile(at('bundle/manifest.json'), '{"format":1,"taken":"2026-01-31T22:00:00Z"}');
  const person = { id: 12, username: 'old', email: 'old@example.com', first_name: 'Ann', last_name: 'Able' };
  await writeFile(at('bundle/users.jsonl'), JSON.stringify({ ...person, date_joined: '2012-03-01T08:00:00' }));
  if (server) await onServer(`create database ${moved}`);
});
afterAll(async () => {
  if (server) await onServer(`drop database ${moved} with (force)`);
  await remove();
});

async function onServer(sql: string): Promise<void> {
  const client = new Client({ connectionString: server ?? '' });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

test('the table has every command of operators', () => {
  expect(Object.keys(called).toSorted()).toEqual(operators.toSorted());
});

describe.each(Object.entries(called))('npx runners %s', (name, { refused, done, onServerAlone }) => {
  test.each(refused)('is refused with the words "%s", in a sentence', async (words, sentence) => {
    const { code, stdout, stderr } = await run(`${name} ${words}`, {});
    expect([code, stdout, stderr.trim()]).toEqual([1, '', expect.stringMatching(sentence)]);
    expect(stderr).not.toMatch(/^ +at /m);
  });

  (onServerAlone && !server ? test.skip : test).each(done)(
    'does its work with "%s"',
    async (words, printed, more = {}) => {
      const { code, stdout, stderr } = await run(`${name} ${words}`.replace('DEMO', demo), more);
      expect([stderr, code, stdout.trim()]).toEqual([expect.anything(), 0, expect.stringMatching(printed)]);
    },
  );
});

test.each([
  ['live', usage],
  ['live nothing --key k', usage],
  ['live messages --key k --url nonsense', /^--url nonsense: this is no URL$/],
  [
    'live messages --key k --url http://127.0.0.1:2',
    /^the service cannot be reached at ws:\/\/127\.0\.0\.1:2\/graphql: connect ECONNREFUSED 127\.0\.0\.1:2$/,
  ],
])('npx runners %s is refused in a sentence', async (words, sentence) => {
  const { code, stderr } = await run(words, {});
  expect([code, stderr.trim()]).toEqual([1, expect.stringMatching(sentence)]);
});

test('a backup names the version that made it, and the metrics find when', async () => {
  expect(JSON.parse(await readFile(at('backup/backup.json'), 'utf8'))).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
  });
  expect(await readFile(at('data/last-backup'), 'utf8')).toBe(`${at('backup')}\n`);
});
