import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Express } from 'express';
import type { Logger } from 'pino';
import type { Executor } from '../schema/execution/executor.ts';
import type { Graphql } from '../schema/transport/open-graphql.ts';
import type { ProcessContext } from './domain/context.ts';
import type { ContextOf, Identify } from './request/identify.ts';

/** The parts of the service with which the translator executes calls. */
export interface TranslatorHost {
  executor: Executor;
  graphql: Pick<Graphql, 'handlerFor'>;
  processContext: ProcessContext;
  /** The context of a caller with this Authorization header, with budgets of its own. */
  contextOf: Identify;
}

/** What the service takes from the modules of tools, by their paths in `tools/`. */
export interface ToolModules {
  'translate/serve-migration': {
    serveMigration(app: Express, host: TranslatorHost, contextOf: ContextOf): void;
  };
}

/**
 * Loads a module of a tool, which is no part of the service: it is loaded only where it is used, and the service is built and started
 * without it. Where it is not there, the log says in a sentence what is not served.
 * @returns null where it is not there
 */
export async function openTool<Path extends keyof ToolModules>(
  path: Path,
  log: Pick<Logger, 'warn'>,
): Promise<ToolModules[Path] | null> {
  const module = new URL(`../tools/${path}.js`, import.meta.url);
  if (existsSync(fileURLToPath(module))) return (await import(module.href)) as ToolModules[Path];
  log.warn(`What tools/${path} serves for developers is not served, because this installation has no such tool.`);
  return null;
}
