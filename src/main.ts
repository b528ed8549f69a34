import { setFlagsFromString } from 'node:v8';
import { pino } from 'pino';
import { readConfig } from './config.ts';
import type { Config } from './config.ts';
import { startService } from './server.ts';
import { startSentence } from './start-errors.ts';
import { welcome } from './welcome.ts';

// Bodies and tracks lie outside V8's heap: counted by the small young limit they set off a full collection every 0.2 s.
setFlagsFromString('--external-memory-accounted-in-global-limit');

let config: Config | null = null;

/** Starts the service from the environment, and stops it cleanly on SIGTERM and SIGINT. */
async function main(): Promise<void> {
  config = readConfig(process.env);
  const log = pino({ level: config.logLevel });
  const service = await startService(config, log, { demo: true });
  process.stdout.write(welcome(service.url, service.demo));
  const stop = (): void => {
    service.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.fatal({ err: error }, 'could not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

main().catch((error: unknown) => {
  process.stderr.write(`${startSentence(error, config) ?? String((error as Error).stack)}\n`);
  process.exit(1);
});
