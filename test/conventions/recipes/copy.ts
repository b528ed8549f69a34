import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { linkModules } from '../../support/link-modules.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const leftOut = new Set(['.git', 'data', '.npmrc']);

/** What a command in the copy has printed, and how it ended. */
interface Ended {
  code: number;
  output: string;
}

/** A change of one file by hand: its path, the text after which (`^` in front: before which) something is put, and what is put there. */
export type Edit = readonly [file: string, anchor: string, text: string];

/** A file with a change; null if there is none yet, which needs an empty anchor. @throws Error when the anchor is not in it */
export function edited(source: string | null, [file, anchor, text]: Edit): string {
  if (anchor === '') {
    if (source !== null) throw new Error(`${file} is there already`);
    return text;
  }
  const isBefore = anchor.startsWith('^');
  const found = isBefore ? anchor.slice(1) : anchor;
  if (!source?.includes(found)) throw new Error(`${file} does not contain ${found}`);
  return source.replace(found, () => (isBefore ? text + found : found + text));
}

/** A copy of the repository, in which recipes are tried. */
export class Copy {
  readonly folder = mkdtempSync(join(tmpdir(), 'recipes-'));

  constructor() {
    cpSync(root, this.folder, {
      recursive: true,
      filter: (from) =>
        basename(from) !== 'node_modules' &&
        (!leftOut.has(basename(from)) || dirname(from) !== root.replace(/\/$/, '')),
    });
    linkModules(root, this.folder);
    for (const place of ['examples/', 'tools/kit/'])
      symlinkSync(join(root, `${place}node_modules`), join(this.folder, `${place}node_modules`));
    // The checks read what git lists.
    execFileSync('git', ['init', '--quiet'], { cwd: this.folder });
  }

  /** Makes the changes. A file that is not there is created, with an empty anchor. @throws Error when an anchor is not in its file */
  edit(edits: readonly Edit[]): void {
    for (const edit of edits) {
      const path = join(this.folder, edit[0]);
      const changed = edited(existsSync(path) ? readFileSync(path, 'utf8') : null, edit);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, changed);
    }
  }

  /** Raises the budget of the service by what recipes add, which is a commit of its own. */
  raiseBudget(): void {
    const path = join(this.folder, 'budgets.json');
    const budgets = JSON.parse(readFileSync(path, 'utf8')) as { service: { lines: number; exports: number } };
    budgets.service.lines += 300;
    budgets.service.exports += 10;
    writeFileSync(path, `${JSON.stringify(budgets, null, 2)}\n`);
  }

  /** Runs a command as CONTRIBUTING.md has it. */
  run(command: string): Promise<Ended> {
    const path = `${join(this.folder, 'node_modules/.bin')}:${process.env['PATH']}`;
    // The options of the process that runs the tests are for tests only.
    const { NODE_OPTIONS: _options, JEST_WORKER_ID: _worker, ...env } = process.env;
    return new Promise((resolve) => {
      execFile(
        'sh',
        ['-c', command.replace(/^npx runners/, 'node dist/src/process/runners.js')],
        { cwd: this.folder, env: { ...env, PATH: path }, maxBuffer: 64 << 20 },
        (error, stdout, stderr) => resolve({ code: error ? Number(error.code) || 1 : 0, output: stdout + stderr }),
      );
    });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
