import type { IncomingMessage } from 'node:http';
import type { Context } from '../domain/context.ts';

/** Makes the context of a request: the viewer that its headers authenticate, and the budgets. */
export type ContextOf = (request: IncomingMessage) => Promise<Context>;
