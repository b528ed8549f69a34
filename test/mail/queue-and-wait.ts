import { openDatabase } from '../../src/wiring/open-database.ts';
import { unitOfWork } from '@runners/postgres';
import { startJobs } from '../../src/platform/jobs/jobs.ts';
import { makeMailer } from '../../src/platform/mail/mail.ts';
import type { FreshDatabase } from './fresh-database.ts';
import { retries, times } from './quick.ts';

/** What the parent process tells this one. */
export interface Orders {
  config: FreshDatabase['config'];
  smtpUrl: string;
  /** Whether this process tries to send, too. */
  sends: boolean;
}

// A process of its own, to be killed: commits one mail, says so, and stays as long as its parent.
process.once('disconnect', () => process.exit());
const orders = JSON.parse(process.argv[2] ?? '') as Orders;
const database = await openDatabase(orders.config);
const jobs = await startJobs(database, undefined, times);
const config = { smtpUrl: orders.smtpUrl, mailFrom: 'Runners <no-reply@example.org>', dataDir: orders.config.dataDir };
const mailer = await makeMailer(config, jobs, { sends: orders.sends, retries });
await unitOfWork(database, (em) =>
  mailer.queue(em, { to: 'ann@example.com', subject: 'Before the end', text: 'Hello', html: '<p>Hello</p>' }),
);
process.send?.('committed');
