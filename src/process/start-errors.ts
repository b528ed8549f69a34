import type { Config } from '../platform/config.ts';
import { ConfigError } from '../platform/config.ts';
import { unavailableFor } from '../platform/database/unavailable.ts';

/** A problem that an operator can solve, in one sentence that begins with the variable; null for everything else. */
export function startSentence(error: unknown, config: Config | null): string | null {
  if (error instanceof ConfigError) return error.message;
  if (!config || !(error instanceof Error)) return null;
  const { code, syscall, path } = rootOf(error);
  if (syscall === 'listen') return listenSentence(code, config);
  if (path !== undefined && code !== undefined && unusable.has(code))
    return `DATA_DIR: cannot write to ${path} (${code})`;
  if (config.databaseUrl && (unavailableFor(rootOf(error)) || /^(28|3D)/.test(code ?? '')))
    return `DATABASE_URL: the database cannot be opened: ${messageOf(error)}`;
  return null;
}

const unusable = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOSPC']);

function listenSentence(code: string | undefined, { port, host }: Config): string {
  if (code === 'EADDRINUSE')
    return `PORT: ${port} is in use on ${host}; stop what listens there, or choose another port`;
  if (code === 'EACCES') return `PORT: ${port} may not be used by this user; choose one above 1023`;
  return `HOST: cannot listen on ${host} (${code})`;
}

/** The error of the operating system or the database inside the errors of libraries. */
function rootOf(error: Error): NodeJS.ErrnoException {
  const inner = error.cause ?? (error instanceof AggregateError ? error.errors[0] : undefined);
  return inner instanceof Error ? rootOf(inner) : error;
}

function messageOf(error: Error): string {
  const root = rootOf(error);
  return (root.message || root.code || error.message).split('\n')[0] ?? '';
}
