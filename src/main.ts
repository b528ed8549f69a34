import './process/node-version.ts';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Settings of the memory allocator of the C library, which reads them only when a process starts. With few arenas, and
 * a fixed size above which memory is returned, the memory of large requests is given back to the system.
 */
const allocator = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_MMAP_THRESHOLD_: '131072' };

// The process starts again with these settings, unless it has them already or has a channel to a parent process.
const { env, execArgv, argv, execPath } = process;
if (process.platform === 'linux' && !('MALLOC_ARENA_MAX' in env) && !('NODE_CHANNEL_FD' in env))
  process.execve?.(execPath, [execPath, ...execArgv, ...argv.slice(1)], { ...allocator, ...env } as NodeJS.ProcessEnv);

// V8 stores the compiled code, so that the next start takes two thirds of the time. It does so only if the folder is
// writable.
module.enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)));
await import('./process/start.ts');
