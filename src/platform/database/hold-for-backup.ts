import { rmSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import type { Socket } from 'node:net';
import { resolve } from 'node:path';
import type { Logger } from 'pino';
import { declareBound } from '../bounds.ts';
import { Sentence } from '../sentence.ts';
import type { Database } from './database.ts';

const longest = declareBound(import.meta.url, {
  name: 'backup_seconds',
  holds: 'seconds for which a backup holds the embedded database, while requests wait',
  limit: 120,
  unit: 'seconds',
  share: 'None: only the operator causes it.',
  beyond: 'The backup fails, and requests continue.',
});

/** The longest path of a Unix socket in bytes on all systems. */
const longestPath = 103;

/** The Unix socket in the data folder, which only the user of the service can open. */
function socketPath(dataDir: string): string {
  return resolve(dataDir, 'backup.sock');
}

/**
 * Lets the backup command copy the files of the embedded database while the service runs (decisions D431). A connection to the
 * socket receives `held` when all changes are in the files and no statement runs, and the database continues when it is closed.
 * @returns a function that stops it
 */
export async function holdForBackups(
  { whileUnchanged }: Pick<Database, 'whileUnchanged'>,
  dataDir: string,
  log: Pick<Logger, 'warn' | 'info'>,
): Promise<() => Promise<void>> {
  if (!whileUnchanged || dataDir === 'memory://') return async () => {};
  const path = socketPath(dataDir);
  if (Buffer.byteLength(path) > longestPath) {
    log.warn(
      `the path of DATA_DIR is too long for a socket, so npx runners backup requires that the service is stopped`,
    );
    return async () => {};
  }
  const open = new Set<Socket>();
  let begun = 0;
  longest.watch(() => (begun === 0 ? 0 : (performance.now() - begun) / 1000));
  const server = createServer((socket) => {
    open.add(socket);
    const closed = new Promise<void>((done) => void socket.once('close', () => done()));
    socket.on('error', () => {});
    void closed.then(() => open.delete(socket));
    if (open.size > 1) return void socket.end('another backup is being made\n');
    const held = whileUnchanged(async () => {
      if (socket.destroyed) return;
      begun = performance.now();
      const late = setTimeout(() => socket.destroy(), longest.limit * 1000);
      socket.resume().write('held\n');
      await closed;
      clearTimeout(late);
      log.info({ ms: Math.round(performance.now() - begun) }, 'a backup held the database');
      begun = 0;
    });
    held.catch((error: unknown) => {
      log.warn({ err: error }, 'a backup failed');
      socket.destroy();
    });
  });
  // The folder is locked for this process, so a socket that is there belongs to a process that was killed.
  rmSync(path, { force: true });
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(path, listening);
  });
  server.unref();
  return async () => {
    for (const socket of open) socket.destroy();
    await new Promise((closed) => server.close(closed));
  };
}

/**
 * Holds the database of a running service until the returned function is called.
 * @returns null if no service runs on the folder
 * @throws Sentence if another backup is being made, or the service does not answer in time
 */
export async function holdRunning(dataDir: string): Promise<(() => void) | null> {
  const socket = createConnection(socketPath(dataDir));
  const answer = await new Promise<string | null>((done, failed) => {
    socket.once('data', (data) => done(String(data)));
    socket.once('error', ({ code }: NodeJS.ErrnoException) =>
      code === 'ENOENT' || code === 'ECONNREFUSED' ? done(null) : failed(new Sentence(`backup.sock: ${code}`)),
    );
    socket.once('close', () => failed(new Sentence('the service ended the connection')));
    socket.setTimeout(longest.limit * 1000, () => failed(new Sentence('the service does not answer')));
  }).finally(() => socket.setTimeout(0));
  if (answer === null) return null;
  if (answer === 'held\n') {
    let lost = false;
    socket.once('close', () => (lost = true));
    return () => {
      if (lost) throw new Sentence('the service has ended the backup, because it took too long');
      socket.destroy();
    };
  }
  socket.destroy();
  throw new Sentence(answer.trim());
}
