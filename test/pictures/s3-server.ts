import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { installed } from '../../src/process/installed.ts';
import { freePort } from '../support/free-port.ts';

/** The credentials that the server knows. */
export const credentials = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };

/** An S3-speaking server, a process of its own. */
interface S3Server {
  endpoint: string;
  /** Names of the files in the bucket. */
  objects(): Promise<string[]>;
  /** Ends the process; it can be started again. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Ends it and deletes its files. */
  remove(): Promise<void>;
}

/** Starts s3rver on a free port, with one empty bucket. */
export async function startS3(bucket: string): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'runners-s3-'));
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const program = join(await installed('tools/kit'), 'node_modules/s3rver/bin/s3rver.js');
  let child: ReturnType<typeof spawn> | null = null;

  async function start(): Promise<void> {
    const settings = ['--directory', folder, '--address', '127.0.0.1', '--port', String(port), '--silent'];
    child = spawn(process.execPath, [program, ...settings, '--configure-bucket', bucket], { stdio: 'ignore' });
    for (let i = 0; i < 300; i++) {
      if (
        await fetch(endpoint).then(
          () => true,
          () => false,
        )
      )
        return;
      await sleep(100);
    }
    throw new Error('the S3 server does not start');
  }

  async function stop(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  await start();
  return {
    endpoint,
    start,
    stop,
    async objects() {
      const names = await readdir(join(folder, bucket), { recursive: true }).catch(() => []);
      return names
        .filter((name) => name.endsWith('._S3rver_object'))
        .map((name) => name.replace('._S3rver_object', ''));
    },
    async remove() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
