import { message } from './message.ts';
import type { Delivery } from './message.ts';

/**
 * The connection timeout is short, to notice a server that is down. The other is long, because a mail is sent twice
 * when the server accepts it after the timeout.
 */
const timeouts = {
  dnsTimeout: 15_000,
  connectionTimeout: 15_000,
  greetingTimeout: 30_000,
  socketTimeout: 300_000,
};

/** Delivers mails to an SMTP server, each over a connection of its own. */
export function deliverBySmtp(url: string, from: string): Delivery {
  return async (id, mail) => {
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true });
    await transport.sendMail(message(id, mail, from));
  };
}
