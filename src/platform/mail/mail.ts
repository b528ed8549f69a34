import { randomUUID } from 'node:crypto';
import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Config } from '../config.ts';
import { deliverToFolder, eraseFromFolder, mailFolder, sweepFolder } from './eml.ts';
import type { Jobs, Retries } from '../jobs/jobs.ts';
import { queuedMail } from './message.ts';
import type { QueuedMail } from './message.ts';
import { deliverBySmtp } from './smtp.ts';

/** An outgoing mail, with the same content as plain text and HTML. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** When the link in it expires, in ISO 8601. The mail is useless then. */
  expires?: string;
  /** The URL at which one request without a key turns such mails off (RFC 8058). */
  unsubscribe?: string;
}

/** Sends mail after the transaction that requests it has committed. */
export interface Mailer {
  /** Queues the mail in the transaction of `em`. It is sent after the commit, and never after a rollback. */
  queue(em: SqlEntityManager, mail: Mail): Promise<void>;
  /** Queues many mails in the same way, in one statement. */
  queueAll(em: SqlEntityManager, mails: readonly Mail[]): Promise<void>;
  /** Removes queued mails to an address, in the transaction of `em`. */
  drop(em: SqlEntityManager, to: string): Promise<void>;
  /** Deletes mails to an address that were written as files. */
  erase(to: string): Promise<void>;
  /** Deletes mails that were written as files and whose links have expired, and old ones. */
  sweep(now: Date): Promise<void>;
}

/**
 * A failed mail is repeated after a minute or less, then less and less often, hourly after two hours, and for two days.
 */
const retries: Retries = { firstDelaySeconds: 30, longestDelaySeconds: 3600, limit: 55 };

/** Options. With `sends: false`, mails are only queued, and another process sends them. */
interface MailerOptions {
  sends?: boolean;
  retries?: Retries;
}

/**
 * Queues mails as jobs and sends them from there, by SMTP if it is configured, otherwise into files. A mail keeps its
 * Message-ID in all attempts, so that it can be recognised if it is sent twice because the process died before it
 * recorded the acceptance by the server.
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
    sweep: (now) => sweepMails(config, now),
    erase: async (to) => (config.smtpUrl ? undefined : eraseFromFolder(mailFolder(config.dataDir), to)),
  };
}

/** Deletes mails that were written as files and whose links have expired, and old ones. */
export async function sweepMails({ smtpUrl, dataDir }: Pick<Config, 'smtpUrl' | 'dataDir'>, now: Date): Promise<void> {
  if (!smtpUrl) await sweepFolder(mailFolder(dataDir), now);
}
