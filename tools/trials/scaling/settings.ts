import { availableParallelism } from 'node:os';

/** The parts of the measurement, in the order in which they run. */
export const parts = ['workers', 'posts', 'friends', 'sockets', 'events'] as const;
export type Part = (typeof parts)[number];

const isSmall = process.env['SCALING_SIZE'] === 'small';

/** The environment of the measurement (usage: run.ts). */
export const settings = {
  parts: names('SCALING', parts),
  /** The server whose databases `runners_scaling_…` are made and dropped. */
  server: process.env['SCALING_SERVER'] ?? 'postgres://postgres@127.0.0.1:5432/postgres',
  /** The Redis through which two processes notify each other of events; empty for none, so that they poll every second. */
  redis: process.env['SCALING_REDIS'] ?? 'redis://127.0.0.1:6379',
  /** Whether seeded databases are kept for the next run. */
  keep: process.env['SCALING_KEEP'] === 'on',
  workers: numbers(
    'SCALING_WORKERS',
    [1, 2, 4, 8].filter((count) => count <= Math.max(2, availableParallelism())),
  ),
  posts: numbers('SCALING_POSTS', isSmall ? [10_000, 100_000] : [10_000, 100_000, 1_000_000]),
  /** The size of the database for the parts in which it does not grow. */
  base: numbers('SCALING_BASE', [isSmall ? 100_000 : 1_000_000])[0] as number,
  friends: numbers('SCALING_FRIENDS', [20, 1000, 5000]),
  sockets: numbers('SCALING_SOCKETS', isSmall ? [1000, 2000] : [10_000, 25_000]),
  /** Messages a second (each is two events), for how many seconds, and after how many seconds their events are pruned. */
  rate: numbers('SCALING_RATE', [500])[0] as number,
  seconds: numbers('SCALING_SECONDS', [isSmall ? 20 : 600])[0] as number,
  retention: numbers('SCALING_RETENTION', [isSmall ? 10 : 60])[0] as number,
};

function names<Name extends string>(variable: string, known: readonly Name[]): readonly Name[] {
  const given = (process.env[variable] ?? '').split(',').filter(Boolean);
  const unknown = given.find((name) => !known.includes(name as Name));
  if (unknown !== undefined) throw new Error(`${variable}: ${unknown} is none of ${known.join(', ')}`);
  return given.length === 0 ? known : known.filter((name) => given.includes(name));
}

function numbers(variable: string, byDefault: readonly number[]): readonly number[] {
  const text = process.env[variable];
  const given = text === undefined ? byDefault : text.split(',').map(Number);
  if (given.length === 0 || given.some((number) => !Number.isSafeInteger(number) || number < 1))
    throw new Error(`${variable}: must be whole numbers of at least 1, separated by commas`);
  return given.toSorted((a, b) => a - b);
}
