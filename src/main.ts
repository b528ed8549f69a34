import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Settings of the C library's memory allocator, which it reads only when a process begins: with few arenas, and a fixed
 * size from which on memory is returned, what large requests have used goes back to the system.
 */
const allocator = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_MMAP_THRESHOLD_: '131072' };

// The same process begins anew with them; those who have them already are spared it, and who is spoken to by a parent.
const { env, execArgv, argv, execPath } = process;
if (process.platform === 'linux' && !('MALLOC_ARENA_MAX' in env) && !('NODE_CHANNEL_FD' in env))
  process.execve?.(execPath, [execPath, ...execArgv, ...argv.slice(1)], { ...allocator, ...env } as NodeJS.ProcessEnv);

// V8 keeps what it compiled: the next start takes two thirds of the time. Where the folder cannot be written it does not.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)));
await import('./process/start.ts');
