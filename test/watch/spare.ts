import { createRequire, enableCompileCache } from 'node:module';
import { compileCache } from '@runners/testing';

/**
 * A process that loads Jest and the libraries of the service, and then waits to be told which tests it shall run: they load the service as it is
 * by then, in this process.
 */
enableCompileCache(compileCache);
const libraries = [
  'type-graphql',
  '@apollo/server',
  '@mikro-orm/postgresql',
  '@mikro-orm/migrations',
  '@mikro-orm/pglite',
  '@electric-sql/pglite',
  '@googlemaps/polyline-codec',
  'express',
  'fast-xml-parser',
  'graphql-ws',
  'ioredis',
  'luxon',
  'nodemailer',
  'pg-boss',
  'pino',
  'piscina',
  'prom-client',
  'rate-limiter-flexible',
  'sharp',
  'yaml',
  'zod',
];

/** What is sent: the words of Jest, and the time of the change. */
interface Order {
  words: string[];
  began: number;
}
const order = new Promise<Order>((resolve) => process.once('message', (message) => resolve(message as Order)));
process.once('disconnect', () => process.exit());

const { run } = createRequire(import.meta.url)('jest') as { run(words: string[]): Promise<void> };
for (const library of libraries) await import(library);

const { words, began } = await order;
process.env['CHANGED_AT'] = String(began);
const beside = (name: string) => new URL(name, import.meta.url).pathname;
await run([
  '--runInBand',
  '--reporters',
  beside('first-result.js'),
  '--reporters',
  'default',
  '--testSequencer',
  beside('quickest-first.js'),
  ...words,
]);
// Whatever a test has left open.
process.exit();
