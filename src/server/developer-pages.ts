import { existsSync } from 'node:fs';
import type { Express } from 'express';
import type { Logger } from 'pino';
import type { Executor } from '../../schema/execution/executor.ts';
import type { Graphql } from '../../schema/transport/open-graphql.ts';
import type { Demo } from '../demo/demo-data.ts';
import type { ProcessContext } from '../domain/context.ts';
import { declareBound } from '../platform/bounds.ts';
import type { StatementObserver } from '@runners/postgres';
import type { ContextOf, Identify } from '../request/identify.ts';

/** The parts of the service with which the translator executes calls. */
export interface TranslatorHost {
  executor: Executor;
  graphql: Pick<Graphql, 'handlerFor'>;
  processContext: ProcessContext;
  /** The context of a caller with this Authorization header, with budgets of its own. */
  contextOf: Identify;
}

/** What the playground shows besides the editor: the demo data, and how a REST request was answered. */
export interface PlaygroundHost extends Demo {
  /** Undefined if the request was not explained. */
  explanation(requestId: string): unknown;
}

/** How REST requests were answered. */
interface RestExplanations {
  statements(observer: StatementObserver): StatementObserver;
  around(executor: Executor, contextOf: ContextOf): readonly [Executor, ContextOf];
  take(requestId: string): unknown;
}

/** What tools serve for developers, where `PLAYGROUND` is on. */
export interface DeveloperPages {
  Explanations: new () => RestExplanations;
  /** The path of a script that adds buttons which copy values. */
  copyScript: string;
  servePlayground(app: Express, demo: PlaygroundHost | null): void;
  serveMigration(app: Express, host: TranslatorHost, contextOf: ContextOf): void;
}

/** It is declared here, so that its gauges are there where no tool is loaded. */
export const explanationsBound = declareBound(import.meta.url, {
  name: 'explanations',
  holds: 'explanations of REST requests that nobody has fetched yet, only with demo data',
  limit: 50,
  unit: 'explanations',
  share: 'None: there is demo data, and nobody to harm.',
  beyond: 'The oldest one is dropped.',
});

/** The modules of the tools that have them. */
const modules = [
  new URL('../../tools/playground/explanations.js', import.meta.url),
  new URL('../../tools/playground/playground.js', import.meta.url),
  new URL('../../tools/translate/serve-migration.js', import.meta.url),
];

/**
 * Loads what tools serve for developers. It is no part of the service, which is built and started without it: where it is not there,
 * the log says so, and nothing of it is served.
 */
export async function openDeveloperPages(log: Pick<Logger, 'warn'>): Promise<DeveloperPages | null> {
  if (modules.every((module) => existsSync(module)))
    return Object.assign({}, ...(await Promise.all(modules.map(({ href }) => import(href))))) as DeveloperPages;
  log.warn(
    'The playground and /migrate are not served, because this installation has no tools/playground and tools/translate.',
  );
  return null;
}
