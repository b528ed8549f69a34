/*
 * What tools/trials/bench/settings.ts reads, as the measurement of growth has it. A request then seldom waits for another one, so that
 * latencies grow with the work and not with the queue. This is imported before anything of the benchmark.
 */
process.env['BENCH_CONNECTIONS'] ??= '4';
process.env['BENCH_ROUNDS'] ??= process.env['SCALING_SIZE'] === 'small' ? '1' : '3';
process.env['BENCH_SECONDS'] ??= process.env['SCALING_SIZE'] === 'small' ? '3' : '10';
