import { answerJobs } from '../../src/platform/worker-jobs.ts';

/** A worker that fails in the way that its document says. */
export default answerJobs((bytes) => [fail(bytes.toString())]);

function fail(how: string): object {
  switch (how) {
    case 'throws':
      throw new Error('broken');
    case 'exits':
      return process.exit(3);
    case 'hangs':
      for (;;);
    case 'waits':
      return new Promise(() => {});
    case 'runs out of memory':
      for (const held = [Array.from({ length: 1e6 }, Math.random)]; ;) held.push([...(held[0] as number[])]);
    default:
      return { document: { name: 'read' } };
  }
}
