import { afterAll, beforeAll } from '@jest/globals';
import { demoFolder } from '../../../test/support/demo-folder.ts';
import { printedValue, startReady } from '../../../test/support/started-process.ts';
import type { StartedProcess } from '../../../test/support/started-process.ts';

/** The service as `npm start` runs it, on the embedded database with the demo data. */
export interface DemoService {
  /** Where the editor of the playground is. */
  url: string;
  /** What the service has printed. */
  printed(): string;
  /** The key of the demo account. */
  key(): string;
  /** Ends the service and starts it again on the same data, with other settings; `url` is then the new address. */
  restart(environment: Record<string, string>): Promise<void>;
}

/** Starts the service before the tests of a file, and ends it after them. */
export function demoService(): DemoService {
  let started: StartedProcess;
  let folder: string;
  let remove: () => Promise<void>;
  const start = async (environment: Record<string, string> = {}) => {
    started = await startReady(folder, environment);
    service.url = printedValue(started.stdout(), 'Playground').replace('0.0.0.0', '127.0.0.1');
  };
  const service: DemoService = {
    url: '',
    printed: () => started.stdout(),
    key: () => printedValue(started.stdout(), 'Key'),
    async restart(environment) {
      started.kill('SIGTERM');
      await started.ended;
      await start(environment);
    },
  };

  beforeAll(async () => {
    [folder, remove] = await demoFolder();
    await start();
  }, 180_000);

  afterAll(async () => {
    started.kill('SIGKILL');
    await started.ended;
    await remove();
  });

  return service;
}
