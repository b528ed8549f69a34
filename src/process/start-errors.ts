import type { Config } from '../platform/config.ts';
import { ConfigError } from '../platform/config.ts';
import { unavailableFor } from '../platform/database/unavailable.ts';

/** A problem that an operator can solve, in one sentence that begins with the variable; null for everything else. */
export function startSentence(error: unknown, config: Config | null): string | null {
  if (error instanceof ConfigError) return error.message;
  if (!config || !(error instanceof Error)) return null;
  const { code, syscall, path } = rootOf(error);
  // In one of several processes, it is the first one that binds.
  if (syscall === 'listen' || syscall === 'bind') return listenSentence(rootOf(error), config);
  if (path !== undefined && code !== undefined && unusable.has(code))
    return `DATA_DIR: cannot write to ${path} (${code})`;
  if (config.databaseUrl && isUnreachable(rootOf(error)))
    return `DATABASE_URL: the database cannot be opened: ${messageOf(error)}`;
  return null;
}

/** The same for what the words of a command name: options, files and servers. */
export function givenSentence(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const root = rootOf(error);
  const { code = '', path } = root;
  if (code.startsWith('ERR_PARSE_ARGS_')) return error.message;
  if (path !== undefined && unreadable.has(code)) return `${path}: cannot be opened (${code})`;
  return isUnreachable(root) ? `A server cannot be reached: ${messageOf(error)}` : null;
}

const unusable = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOSPC']);

const unreadable = new Set(['ENOENT', 'EACCES', 'EPERM', 'ENOTDIR', 'EISDIR']);

/** Whether a server does not answer, refuses the user, or has no such database. */
const isUnreachable = (root: NodeJS.ErrnoException) =>
  unavailableFor(root) !== null || /^(28|3D)/.test(root.code ?? '');

/** @param root of an attempt to listen, for requests or for metrics */
function listenSentence(root: NodeJS.ErrnoException & { port?: number; address?: string }, config: Config): string {
  const { port = config.port, address = config.host, code } = root;
  const isMetrics = port === config.metricsPort && port !== config.port;
  const variable = isMetrics ? 'METRICS_PORT' : 'PORT';
  if (code === 'EADDRINUSE')
    return `${variable}: ${port} is in use on ${address}; stop what listens there, or choose another port`;
  if (code === 'EACCES') return `${variable}: ${port} may not be used by this user; choose one above 1023`;
  return `${isMetrics ? 'METRICS_HOST' : 'HOST'}: cannot listen on ${address} (${code})`;
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
