import { message } from './message.ts';
import type { Delivery } from './message.ts';

/** Short to notice a server that is down, long for one that thinks before it accepts: giving up then sends twice. */
const timeouts = {
  dnsTimeout: 15_000,
  connectionTimeout: 15_000,
  greetingTimeout: 30_000,
  socketTimeout: 300_000,
};

/** Delivers to an SMTP server, each mail over a connection of its own. */
export function deliverBySmtp(url: string, from: string): Delivery {
  return async (id, mail) => {
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true });
    await transport.sendMail(message(id, mail, from));
  };
}
