import { randomUUID } from 'node:crypto';
import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Config } from '../config.ts';
import { deliverToFolder, eraseFromFolder, mailFolder, sweepFolder } from './eml.ts';
import type { Jobs, Retries } from '../jobs/jobs.ts';
import { queuedMail } from './message.ts';
import type { QueuedMail } from './message.ts';
import { deliverBySmtp } from './smtp.ts';

/** One outgoing mail: plain text and HTML say the same. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** ISO 8601: when the link in it ends. The mail is of no use then. */
  expires?: string;
  /** Where one request without a key turns such mails off (RFC 8058). */
  unsubscribe?: string;
}

/** Sends mail after the transaction that asks for it has committed. */
export interface Mailer {
  /** Queues the mail in the transaction of `em`: it is sent once that commits, and never when it rolls back. */
  queue(em: SqlEntityManager, mail: Mail): Promise<void>;
  /** Queues many the same way, in one statement. */
  queueAll(em: SqlEntityManager, mails: readonly Mail[]): Promise<void>;
  /** Drops the mails to an address that are still queued, in the transaction of `em`. */
  drop(em: SqlEntityManager, to: string): Promise<void>;
  /** Deletes the mails to an address that were written as files. */
  erase(to: string): Promise<void>;
  /** Deletes mails that were written as files and whose links have ended, and old ones. */
  sweep(now: Date): Promise<void>;
}

/** A minute or less after the first failure, then ever rarer, hourly after two hours, for two days. */
const retries: Retries = { firstDelaySeconds: 30, longestDelaySeconds: 3600, limit: 55 };

/** What may differ from the ordinary: `sends: false` only queues, for another process to send. */
interface MailerOptions {
  sends?: boolean;
  retries?: Retries;
}

/**
 * Queues mail with the jobs and sends it from there: by SMTP when that is configured, else into files.
 * A mail keeps its Message-ID over all attempts, so one that was sent twice (the process died between the
 * server's acceptance and the note of it) can be recognised.
 */
export async function makeMailer(
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>,
  jobs: Jobs,
  options: MailerOptions = {},
): Promise<Mailer> {
  const mails = await jobs.queue<QueuedMail>('mail', options.retries ?? retries);
  const deliver = config.smtpUrl
    ? deliverBySmtp(config.smtpUrl, config.mailFrom)
    : deliverToFolder(mailFolder(config.dataDir), config.mailFrom);
  if (options.sends !== false) await mails.work(deliver);
  return {
    queue: (em, mail) => mails.add(em, randomUUID(), queuedMail(mail, new Date())),
    queueAll: (em, all) =>
      mails.addAll(
        em,
        all.map((mail) => ({ id: randomUUID(), data: queuedMail(mail, new Date()) })),
      ),
    drop: (em, to) => mails.drop(em, 'to', to),
    sweep: async (now) => (config.smtpUrl ? undefined : sweepFolder(mailFolder(config.dataDir), now)),
    erase: async (to) => (config.smtpUrl ? undefined : eraseFromFolder(mailFolder(config.dataDir), to)),
  };
}
