import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Far more than the largest file of the list. */
const maxBuffer = 2 ** 27;

/** A public repository of another program, with the recordings in it that are tried. */
export interface Repository {
  /** Owner and name. */
  readonly repository: string;
  readonly commit: string;
  readonly files: readonly string[];
}

/** What is tried: `recordings.json`. */
export interface Corpus {
  /** Where the repositories are. */
  readonly host: string;
  readonly repositories: readonly Repository[];
  /**
   * Why something else is read of a file than by gpsbabel, by repository and path; and, of two files of a run with ` = ` between them, why
   * they differ.
   */
  readonly otherwise: Readonly<Record<string, string>>;
}

/** The list of files, which is not part of the build. */
export function readCorpus(): Corpus {
  const path = fileURLToPath(new URL('../../../../tools/trials/recordings/recordings.json', import.meta.url));
  return JSON.parse(readFileSync(path, 'utf8')) as Corpus;
}

/**
 * The git directory of a repository that has the commit: `OWNER/NAME` in a folder, a checkout or a bare one. What is not there is fetched.
 * @returns null if it cannot be had
 */
export async function checkoutOf(
  folder: string,
  host: string,
  { repository, commit }: Repository,
): Promise<string | null> {
  const path = join(folder, repository);
  const has = () =>
    run('git', ['-C', path, 'cat-file', '-e', `${commit}^{commit}`]).then(
      () => true,
      () => false,
    );
  if (existsSync(path) && (await has())) return path;
  await mkdir(path, { recursive: true });
  if (!existsSync(join(path, '.git'))) await run('git', ['init', '--quiet', path]);
  const fetching = ['-C', path, 'fetch', '--quiet', '--depth', '1', `${host}/${repository}`, commit];
  await run('git', fetching, { env: { ...process.env, GIT_TERMINAL_PROMPT: '0' } }).catch(() => undefined);
  return (await has()) ? path : null;
}

/** The bytes of a file in a commit. */
export async function contentOf(checkout: string, commit: string, path: string): Promise<Buffer> {
  const { stdout } = await run('git', ['-C', checkout, 'cat-file', 'blob', `${commit}:${path}`], {
    encoding: 'buffer',
    maxBuffer,
  });
  return stdout;
}
