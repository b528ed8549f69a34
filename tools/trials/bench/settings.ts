/** The environment of the benchmark (usage: run.ts, flat.ts and seed.ts). */
export const settings = {
  databaseUrl: process.env['BENCH_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/runners_bench',
  /** Smaller databases, to compare it with (flat.ts). */
  smallUrl: process.env['BENCH_SMALL_URL'] ?? 'postgres://postgres@127.0.0.1:5432/runners_bench_small',
  middleUrl: process.env['BENCH_MIDDLE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/runners_bench_middle',
  users: whole('BENCH_USERS', 100_000),
  workouts: whole('BENCH_WORKOUTS', 1_000_000),
  /** Friends a user, on average. */
  friends: whole('BENCH_FRIENDS', 20),
  /** Whether the tables are unlogged, which halves what the seed writes; a crash of PostgreSQL then empties them. */
  unlogged: process.env['BENCH_UNLOGGED'] === 'on',
  /**
   * Rounds of each server on each item. They are many and short, because a machine that others use as well is slower or faster for some
   * seconds at a time, by up to a half.
   */
  rounds: whole('BENCH_ROUNDS', 15),
  /** Length of a round. */
  seconds: Number(process.env['BENCH_SECONDS'] ?? 1),
  connections: whole('BENCH_CONNECTIONS', 16),
  /** Names of the items to run, `F,P`; empty: all. */
  items: (process.env['BENCH_ITEMS'] ?? '').split(',').filter(Boolean),
  /** Names of the contenders that run beside the floor, `REST`; empty: all. */
  contenders: (process.env['BENCH_CONTENDERS'] ?? '').split(';').filter(Boolean),
  /** Arguments of node for the service, `--cpu-prof --cpu-prof-dir=/tmp/prof`. */
  nodeArguments: (process.env['BENCH_NODE_ARGS'] ?? '').split(' ').filter(Boolean),
};

function whole(name: string, byDefault: number): number {
  const value = Number(process.env[name] ?? byDefault);
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`${name}: must be a whole number, at least 1`);
  return value;
}
