/**
 * Changes one expression after the other in the files of `mutated.ts`, in a copy of the build, and runs the tests of the file: one of
 * them has to fail. `npm run test:mutations [-- FILE…]` tries all changes; with `--since COMMIT`, those in lines that have changed since,
 * and with `--seconds N`, as many of them as are begun in that time, from one on that the commit chooses. The exit code is 1 if a change goes unnoticed that
 * `survivors.json` does not list with a reason.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { fromKit } from '../../src/process/installed.ts';
import { mutated } from './mutated.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { since: { type: 'string' }, seconds: { type: 'string', default: 'Infinity' } },
});
const unknown = positionals.filter((file) => !(file in mutated));
if (unknown.length > 0) throw new Error(`test/mutations/mutated.ts does not name ${unknown.join(', ')}`);
const listed = JSON.parse(readFileSync(join(root, 'test/mutations/survivors.json'), 'utf8')) as Record<
  string,
  Record<string, string>
>;
/** Milliseconds after which the tests of a change are ended: a loop without an end has been noticed. */
const patience = 120_000;
const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' });

/** A copy of the build. Its files are links. */
const copy = mkdtempSync(join(tmpdir(), 'mutations-'));
for (const name of readdirSync(root))
  if (name !== 'dist' && name !== 'package.json' && !name.startsWith('.'))
    symlinkSync(join(root, name), join(copy, name));
cpSync(join(root, 'package.json'), join(copy, 'package.json'));
execFileSync('cp', ['-al', join(root, 'dist'), copy]);

/** Whether the lines of a file have changed since the commit. */
function changedLines(file: string): (first: number, last: number) => boolean {
  if (values.since === undefined) return () => true;
  const parts = [...git('diff', '-U0', values.since, '--', file).matchAll(/^@@ \S+ \+(\d+)(?:,(\d+))? @@/gm)];
  const changed = parts.map(([, from, count = '1']) => [Number(from), Number(from) + Number(count) - 1] as const);
  return (first, last) => changed.some(([from, to]) => from <= last && first <= to);
}

interface Mutant {
  file: string;
  id: string;
  /** Where it is, for a reader. */
  at: string;
  /** What stands there, and what it becomes: the name by which it is listed. */
  change: string;
}

/** A file with all changes of it; lines and columns of a place begin with 0. */
export interface Instrumented {
  content: string;
  mutants: readonly {
    id: string;
    location: Record<'start' | 'end', { line: number; column: number }>;
    replacement: string;
  }[];
}
const { instrument } = await fromKit<{ instrument(name: string, content: string): Promise<Instrumented> }>(
  'mutants.ts',
);

/** Puts all changes of a file into the copy, where a variable of the environment chooses one of them. */
async function mutantsOf(file: string): Promise<Mutant[]> {
  const content = readFileSync(join(root, file), 'utf8');
  const { content: instrumented, mutants } = await instrument(file, content);
  const compiled = join(copy, 'dist', file.replace(/ts$/, 'js'));
  const typeless = stripTypeScriptTypes(instrumented);
  rmSync(compiled);
  writeFileSync(
    compiled,
    typeless.replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'").replaceAll(/(from "\.[^"]*)\.ts"/g, '$1.js"'),
  );
  const lines = content.split('\n');
  const seen = new Map<string, number>();
  const isChanged = changedLines(file);
  return mutants.flatMap(({ id, location: { start, end }, replacement }) => {
    const text = lines.slice(start.line, end.line + 1);
    text.push((text.pop() ?? '').slice(0, end.column));
    const short = (long: string) => long.replaceAll(/\s+/g, ' ').slice(0, 80);
    const named = `${short(text.join('\n').slice(start.column))} → ${short(replacement)}`;
    const times = (seen.get(named) ?? 0) + 1;
    seen.set(named, times);
    const change = times > 1 ? `${named} (${times})` : named;
    return isChanged(start.line + 1, end.line + 1) ? [{ file, id, at: `${file}:${start.line + 1}`, change }] : [];
  });
}

/** Whether the tests of a file pass. */
function passes(file: string, mutant: string): boolean {
  const { status } = spawnSync(
    join(copy, 'test/support/jest.sh'),
    [
      '--bail',
      '--runInBand',
      '--forceExit',
      '--runTestsByPath',
      ...(mutated[file] ?? []).map((name) => `dist/test/${name}.test.js`),
    ],
    { cwd: copy, env: { ...process.env, __STRYKER_ACTIVE_MUTANT__: mutant }, timeout: patience },
  );
  return status === 0;
}

const tried: Mutant[] = [];
for (const file of positionals.length > 0 ? positionals : Object.keys(mutated)) {
  const mutants = await mutantsOf(file);
  if (mutants.length > 0 && !passes(file, '')) throw new Error(`the tests of ${file} fail without any change of it`);
  tried.push(...mutants);
}
const first = Number.parseInt(git('rev-parse', 'HEAD').slice(7, 14), 16) % Math.max(1, tried.length);
const survivors: Mutant[] = [];
let count = 0;
for (const one of [...tried.slice(first), ...tried.slice(0, first)]) {
  if (performance.now() > Number(values.seconds) * 1000) break;
  count++;
  const begun = performance.now();
  const noticed = !passes(one.file, one.id);
  const reason = listed[one.file]?.[one.change];
  const outcome = noticed ? 'noticed' : reason ? `listed: ${reason}` : 'NOT NOTICED';
  process.stdout.write(`${one.at} ${one.change}: ${outcome} (${Math.round((performance.now() - begun) / 1000)} s)\n`);
  if (!noticed && !reason) survivors.push(one);
}
rmSync(copy, { recursive: true });
process.stdout.write(`${count} of ${tried.length} changes were tried.\n`);
for (const { at, change } of survivors) process.stdout.write(`No test notices ${at}: ${change}\n`);
if (survivors.length > 0) process.exitCode = 1;
