import type { IncomingMessage } from 'node:http';
import type { Context } from '../domain/context.ts';

/** Makes the context of a request: whoever its headers sign in, and what they may spend. */
export type ContextOf = (request: IncomingMessage) => Promise<Context>;
