import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '../../../test/support/free-port.ts';

/** The folder with the SELECTs and the service of the example. */
export const example = fileURLToPath(new URL('../../../../examples/take-over/django-tastypie/', import.meta.url));

/** The program of Python that has Django, Tastypie and further modules; undefined if there is none. */
export const pythonWith = (...modules: string[]) =>
  ['/usr/bin/python3', 'python3'].find(
    (program) => spawnSync(program, ['-c', `import ${['django', 'tastypie', ...modules].join(', ')}`]).status === 0,
  );

/** The service of the example, on a database of its own. */
export class OldService {
  readonly #python: string;
  readonly #process: { cwd: string; env: NodeJS.ProcessEnv };

  /**
   * @param media the folder of its uploads
   * @param variables further variables of its environment
   */
  constructor(python: string, url: string, media: string, variables: NodeJS.ProcessEnv = {}) {
    this.#python = python;
    const env = { ...process.env, DATABASE_URL: url, MEDIA_ROOT: media, PYTHONDONTWRITEBYTECODE: '1', ...variables };
    this.#process = { cwd: join(example, 'service'), env };
  }

  /** Runs a command of its `manage.py`. */
  async manage(...words: string[]): Promise<string> {
    return (await promisify(execFile)(this.#python, ['manage.py', ...words], this.#process)).stdout;
  }

  /** Starts it, and waits until it answers. */
  async start(): Promise<{ url: string; stop(): Promise<void> }> {
    const url = `http://127.0.0.1:${await freePort()}`;
    const words = ['manage.py', 'runserver', '--noreload', url.slice('http://'.length)];
    const child = spawn(this.#python, words, { ...this.#process, stdio: 'ignore' });
    for (let i = 0; i < 600 && !(await fetch(url).catch(() => null)); i++) await sleep(100);
    const stop = async () => {
      child.kill();
      await once(child, 'exit');
    };
    return { url, stop };
  }
}
