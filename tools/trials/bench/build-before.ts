import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** Builds a commit in a folder of its own, which `remove` removes. @throws Error when it cannot be built */
export async function buildBefore(commit: string): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-before-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const bin = join(folder, 'node_modules/.bin');
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` };
  const run = (program: string, ...words: string[]) =>
    execFileSync(program, words, { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] });
  try {
    const files = execFileSync('git', ['archive', commit], { maxBuffer: 1e9 });
    execFileSync('tar', ['-x', '-C', folder], { input: files });
    run('npm', 'ci', '--prefer-offline', '--no-audit', '--no-fund');
    run('npm', 'run', 'build', '--silent');
    return { folder, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
