/** Milliseconds this thread has computed so far: other than a clock, it doesn't run while the machine does other work. */
export function cpuTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
