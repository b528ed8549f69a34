import { freePort } from './free-port.ts';
import { preparedDatabase } from './prepared-database.ts';
import { newFolder, startProcess } from './started-process.ts';
import type { StartedProcess } from './started-process.ts';

/** A service that can end and start again at the same address, with the same data. */
export interface RestartableService {
  url: string;
  /** The process that was started last. */
  process: StartedProcess;
  /** Starts a process, and waits until it answers. The one before must have ended. */
  start(): Promise<void>;
  /** Kills the process, and removes the data. */
  remove(): Promise<void>;
}

/** Starts a service without rate limits, on the database that TEST_DATABASE_URL names or else on an embedded one. */
export async function restartableService(): Promise<RestartableService> {
  const [folder, removeFolder] = await newFolder();
  const database = process.env['TEST_DATABASE_URL'] ? await preparedDatabase() : null;
  const port = await freePort();
  const start = async () => {
    const environment = { ...database?.environment, DATA_DIR: folder, PORT: String(port), RATE_LIMITS: 'off' };
    const started = startProcess(folder, environment);
    await started.prints('REST base');
    return started;
  };
  const service: RestartableService = {
    url: `http://127.0.0.1:${port}`,
    process: await start(),
    async start() {
      service.process = await start();
    },
    async remove() {
      service.process.kill('SIGKILL');
      await service.process.ended;
      await database?.remove();
      await removeFolder();
    },
  };
  return service;
}
