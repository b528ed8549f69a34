import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** What a server accepted: the envelope's recipients and the message with its headers. */
interface Received {
  to: string[];
  source: string;
}

/** A real SMTP server that keeps what it accepts. */
export interface SmtpPeer {
  url: string;
  port: number;
  received: Received[];
  /** What it was offered and answered with a temporary failure. */
  refused: Received[];
  close(): Promise<void>;
}

/** Starts the server; `refuses` makes it answer the first so many messages with a temporary failure. */
export async function smtpPeer(port = 0, refuses = 0): Promise<SmtpPeer> {
  const received: Received[] = [];
  const refused: Received[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, session, answer) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        const message = { to, source: Buffer.concat(chunks).toString('utf8') };
        if (refused.length < refuses) {
          refused.push(message);
          answer(Object.assign(new Error('Try again later'), { responseCode: 451 }));
          return;
        }
        received.push(message);
        answer();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const bound = (server.server.address() as AddressInfo).port;
  return {
    url: `smtp://127.0.0.1:${bound}`,
    port: bound,
    received,
    refused,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** A port that takes connections and never says a word. */
export async function silentPeer(): Promise<{ url: string; called: Promise<void>; close(): void }> {
  const sockets: Socket[] = [];
  let server!: Server;
  const called = new Promise<void>((resolve) => {
    server = createServer((socket) => {
      socket.on('error', () => {});
      sockets.push(socket);
      resolve();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    called,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
