import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** How a peer of the service behaves. */
export type Mood = 'well' | 'slow' | 'dead' | 'nonsense';

/** A mail that the SMTP server has accepted. */
interface Caught {
  to: string;
  messageId: string;
}

/** The external services: a mail server, a social network and a geocoder. */
export interface Peers {
  environment: Record<string, string>;
  /** Sets the behavior of all of them. */
  mood(mood: Mood): void;
  /** The mails that were accepted with an answer. */
  caught: Caught[];
  close(): Promise<void>;
}

/** The number of seconds that a slow peer takes. */
const slowSeconds = 8;

export async function startPeers(): Promise<Peers> {
  let current: Mood = 'well';
  const caught: Caught[] = [];
  const timers = new Set<NodeJS.Timeout>();
  const later = (work: () => void) => {
    const timer = setTimeout(() => (timers.delete(timer), work()), current === 'slow' ? slowSeconds * 1000 : 0);
    timers.add(timer);
  };
  const smtpSockets = new Set<Socket>();
  const open = new Set<string>();
  const smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onConnect(session, answer) {
      open.add(session.id);
      if (current === 'nonsense') return answer(Object.assign(new Error('what was that?'), { responseCode: 451 }));
      later(() => answer());
    },
    onClose: ({ id }) => void open.delete(id),
    onData(stream, session, answer) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const source = Buffer.concat(chunks).toString('latin1');
        // The stream also ends when the connection is closed. A complete mail ends with the last boundary of its parts.
        if (!/--\s*$/.test(source)) return;
        const messageId = /^message-id:\s*(\S+)/im.exec(source)?.[1] ?? '';
        later(() => {
          // A mail is accepted with the answer. Without an answer, the service sends it again.
          if (!open.has(session.id)) return;
          for (const { address } of session.envelope.rcptTo) caught.push({ to: address, messageId });
          answer();
        });
      });
    },
  });
  smtp.on('error', () => {});
  smtp.server.on('connection', (socket: Socket) => {
    smtpSockets.add(socket);
    socket.on('close', () => smtpSockets.delete(socket));
    if (current === 'dead') socket.destroy();
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));

  const http = createServer((request, response) => {
    if (current === 'dead') return void request.socket.destroy();
    later(() => answerHttp(current, request, response));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return {
    environment: {
      SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
      GEOCODER_URL: `${base}/geocoder/`,
      SOCIAL_NETWORK: 'meshbook',
      SOCIAL_URL: `${base}/v19.0`,
      SOCIAL_APP_ID: '4711',
      SOCIAL_APP_SECRET: 'the secret of our app',
    },
    mood(mood) {
      current = mood;
      if (mood !== 'dead') return;
      for (const socket of smtpSockets) socket.destroy();
      http.closeAllConnections();
    },
    caught,
    async close() {
      for (const timer of timers) clearTimeout(timer);
      for (const socket of smtpSockets) socket.destroy();
      http.closeAllConnections();
      http.close();
      await new Promise<void>((resolve) => smtp.close(resolve));
    },
  };
}

function answerHttp(mood: Mood, { url = '' }: IncomingMessage, response: ServerResponse): void {
  const isGeocoder = url.startsWith('/geocoder');
  if (mood === 'nonsense') {
    // This is a page instead of JSON, with a wrong length.
    response.writeHead(200, { 'Content-Type': 'application/json' });
    return void response.end('<html>{"lat": "north", [[[');
  }
  const refused = { error: { code: 190, message: 'bad token', type: 'OAuthException' } };
  response.writeHead(isGeocoder ? 200 : 400, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(isGeocoder ? [] : refused));
}
