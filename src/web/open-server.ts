import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import express from 'express';
import type { Express } from 'express';
import type { Config } from '../platform/config.ts';
import type { Observer } from '../platform/observability/observer.ts';
import { boundConnections } from '../request/connections-per-address.ts';
import { beginRecord } from '../request/record.ts';
import { recordedResponse } from '../request/recorded-response.ts';
import { drainable } from './draining.ts';
import { makeHttpServer } from './http-server.ts';
import { boundSlowReaders } from './slow-readers.ts';
import { UntilReady } from './until-ready.ts';

/** The parts of the HTTP server, which does not listen yet. */
interface OpenedServer {
  server: Server;
  app: Express;
  connections: ReturnType<typeof drainable>;
  untilReady: UntilReady;
  /** Whether it listens first, and refuses requests until the service has started: where no proxy may ask another process instead. */
  refuses: boolean;
}

/** What the server needs besides its configuration. */
interface ServerParts {
  observer: Observer;
  isRest: (url: string) => boolean;
  /** The path of WebSockets for subscriptions. */
  requestsSocket: (request: IncomingMessage) => boolean;
  waitingBytes: number | undefined;
  /** Whether no other process of this start answers yet. */
  isFirst: boolean;
}

/** Makes the HTTP server, with the app for what is not answered by an interface. It can listen before the service has started. */
export function openServer(config: Config, parts: ServerParts): OpenedServer {
  const { observer, isRest, requestsSocket, waitingBytes, isFirst } = parts;
  const refuses = isFirst && !(config.trustProxy && config.databaseUrl);
  const app = express();
  app.disable('x-powered-by').disable('etag');
  const headers = { ...config, isRest };
  // Express gives responses another prototype than the server does.
  const { writeHead } = recordedResponse(headers).prototype;
  Object.assign(app.response, { writeHead });
  const untilReady = new UntilReady(refuses);
  const recorded: RequestListener = (request: IncomingMessage, response: ServerResponse) => {
    beginRecord(observer, request, response);
    untilReady.answer(request, response);
  };
  const server = makeHttpServer(recorded, requestsSocket, headers).on('upgrade', untilReady.upgrade);
  const connections = drainable(server);
  if (!config.trustProxy) boundConnections(server, config.connectionsPerAddress);
  boundSlowReaders(server, waitingBytes);
  return { server, app, connections, untilReady, refuses };
}
