/** An extract as a whole, from each server that is there: one moment, one transaction that only reads, and all or nothing. */
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from '@jest/globals';
import { extractCommand } from '../commands/extract-command.ts';
import { extract } from '../extract/extract.ts';
import { newExtracting, newMariadb, newPostgres } from './other-servers.ts';

const servers = { PostgreSQL: await newPostgres(), MariaDB: await newMariadb() };
const extracting = await newExtracting();
afterAll(() => Promise.all([...Object.values(servers).map((one) => one?.remove()), extracting.remove()]));

const program = fileURLToPath(new URL('../../../src/process/runners.js', import.meta.url));
const command = (...words: string[]) =>
  promisify(execFile)(process.execPath, [program, 'take-over', 'extract', ...words]);

/** Resolves when something was written to a file. */
async function untilWritten(path: string): Promise<void> {
  while (((await stat(path).catch(() => null))?.size ?? 0) === 0) await sleep(5);
}

for (const [name, database] of Object.entries(servers)) {
  if (!database) process.stderr.write(`an extract from ${name}: skipped, there is no server\n`);
  const onServer = database ? describe : describe.skip;
  onServer(`a bundle of ${name}`, () => {
    const { url = '', run = async () => [] } = database ?? {};
    const numbers = name === 'PostgreSQL' ? 'generate_series(1, 100000000)' : 'seq';
    const endless = `select ${numbers} as id${name === 'PostgreSQL' ? '' : ' from seq_1_to_100000000'}`;

    test('shows one moment, has its digests, and says what has no statement', async () => {
      await run('create table people (id int, name varchar(20))');
      await run("insert into people values (1, 'Ann'), (2, 'Ben')");
      await extracting.write({
        users: 'select id, name as first_name from people order by id',
        stats: 'select count(*) as people from people',
      });
      const printed: string[] = [];
      let wrote: Promise<unknown> = Promise.resolve();
      await extract({
        from: url,
        queries: join(extracting.folder, 'queries'),
        to: extracting.bundle,
        baseUrl: 'https://old.example/api/v1',
        print(line) {
          // Somebody joins between the two statements.
          if (line.startsWith('users: ')) wrote = run("insert into people values (3, 'Eve')");
          printed.push(line);
        },
      });
      await wrote;
      const users = '{"id":1,"first_name":"Ann"}\n{"id":2,"first_name":"Ben"}\n';
      expect(await readFile(join(extracting.bundle, 'users.jsonl'), 'utf8')).toBe(users);
      expect(await extracting.lines('stats')).toEqual(['{"people":2}']);
      expect(JSON.parse(await readFile(join(extracting.bundle, 'manifest.json'), 'utf8'))).toEqual({
        format: 1,
        taken: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        complete: true,
        base_url: 'https://old.example/api/v1',
        files: [
          { name: 'users', rows: 2, sha256: createHash('sha256').update(users).digest('hex') },
          { name: 'stats', rows: 1, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
        ],
      });
      expect(printed).toEqual([
        expect.stringMatching(/^users: 2 rows, 0\.0 MB in [\d.]+ s \(\d+ rows\/s\)\.$/),
        expect.stringMatching(/^stats: 1 rows/),
        expect.stringMatching(/^There was no statement for friendships, blocks, .*sponsors\.$/),
      ]);
    });

    test('has the pictures that rows name, and lists those that are missing', async () => {
      const media = join(extracting.folder, 'media');
      await mkdir(join(media, 'pictures'), { recursive: true });
      await writeFile(join(media, 'pictures/1.jpg'), 'a picture');
      await extracting.write({
        users: `select 1 as id, null as image union all select 2, ''`,
        pictures: `select 1 as id, 'pictures/1.jpg' as file union all select 2, 'pictures/2.jpg'`,
      });
      const printed = await extracting.extract(url, media);
      const list = `${extracting.bundle}.files-left.txt`;
      expect(printed).toEqual(
        expect.arrayContaining([
          'pictures/2.jpg: there is no such file.',
          `files: 1 copied, 1 not copied; ${list} lists them.`,
        ]),
      );
      expect(await readFile(list, 'utf8')).toBe('pictures/2.jpg\tthere is no such file\n');
      expect(await readFile(join(extracting.bundle, 'files/pictures/1.jpg'), 'utf8')).toBe('a picture');
      expect(await extracting.lines('pictures')).toEqual([
        '{"id":1,"file":"files/pictures/1.jpg"}',
        '{"id":2,"file":"files/pictures/2.jpg"}',
      ]);
      expect(await extracting.lines('users')).toEqual(['{"id":1,"image":null}', '{"id":2,"image":null}']);
      expect((await readdir(extracting.bundle)).sort()).toEqual([
        'files',
        'manifest.json',
        'pictures.jsonl',
        'users.jsonl',
      ]);
    });

    test('is not there after a failure in its last statement', async () => {
      await extracting.write({ users: 'select 1 as id', stats: 'select nothing from nowhere' });
      await expect(extracting.extract(url)).rejects.toThrow(/^stats\.sql.*: .*nowhere/);
      expect(await readdir(extracting.folder)).not.toContain('bundle');
    });

    test('has no file that looks complete after a kill, and can be made again', async () => {
      await extracting.write({ users: 'select 1 as id', workouts: endless });
      const [queries, to] = [join(extracting.folder, 'queries'), join(extracting.folder, `killed ${name}`)];
      const child = spawn(
        process.execPath,
        [program, 'take-over', 'extract', '--from', url, '--queries', queries, '--to', to],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
      await once(child.stdout, 'data');
      await untilWritten(join(to, 'workouts.jsonl.part'));
      child.kill('SIGKILL');
      await once(child, 'exit');
      expect((await readdir(to)).sort()).toEqual(['manifest.json.part', 'users.jsonl.part', 'workouts.jsonl.part']);
      await extracting.write({ users: 'select 2 as id' });
      await extract({ from: url, queries, to, print: () => {} });
      expect((await readdir(to)).sort()).toEqual(['manifest.json', 'users.jsonl']);
    });

    test('is not there after its connection was ended', async () => {
      await extracting.write({ workouts: endless });
      const extracted = extracting.extract(url);
      const outcome = expect(extracted).rejects.toThrow(/^workouts\.sql: .*(terminating|Connection lost|EPIPE)/);
      await untilWritten(join(extracting.bundle, 'workouts.jsonl.part'));
      if (name === 'PostgreSQL')
        await run(
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
        );
      else {
        const others = 'select id from information_schema.processlist where db = database() and id <> connection_id()';
        for (const { id } of (await run(others)) as { id: number }[]) await run(`kill ${id}`);
      }
      await outcome;
      expect(await readdir(extracting.folder)).not.toContain('bundle');
    });

    test('is made by the command, which states its failures in a sentence', async () => {
      await extracting.write({ users: 'select 1 as id' });
      const words = ['--from', url, '--queries', join(extracting.folder, 'queries')];
      const to = join(extracting.folder, `by command ${name}`);
      const { stdout } = await command(...words, '--to', to);
      expect(stdout).toMatch(/^users: 1 rows/);
      const failure = { code: 1, stderr: expect.stringContaining(`--to: ${to} has something in it`) };
      await expect(command(...words, '--to', to)).rejects.toMatchObject(failure);
      const absent = new URL(url);
      absent.pathname = '/not_there';
      await expect(command('--from', absent.href, ...words.slice(2), '--to', `${to} 2`)).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^--from: the database cannot be opened: .*not_there.*\n$/),
      });
    });
  });
}

test.each([
  [[], 'usage: npx runners take-over extract'],
  [['--frm', 'x'], "Unknown option '--frm'"],
  [['--from', 'sqlite://x', '--queries', '.', '--to', 'x'], '--from: the address must begin with'],
  [['--from', 'mysql://x/y', '--queries', './none', '--to', 'x'], '--queries: ./none cannot be read (ENOENT)'],
  [['--from', 'mysql://x/y', '--queries', fileURLToPath(new URL('.', import.meta.url)), '--to', 'x'], 'no .sql file'],
])('the command refuses %j', async (words, sentence) => {
  await expect(extractCommand.run(words)).rejects.toThrow(sentence);
});

test('a word that is no command is refused', async () => {
  await expect(promisify(execFile)(process.execPath, [program, 'take-over', 'constructor'])).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^usage: npx runners take-over extract /),
  });
});

test('a file that no bundle has is refused', async () => {
  await extracting.write({ workout: 'select 1' });
  await expect(extracting.extract('mysql://x/y')).rejects.toThrow(
    /^--queries: a bundle has no file for workout\.sql; the names are users\.sql, /,
  );
});
