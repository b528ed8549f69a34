import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../platform/config.ts';
import type { ProcessContext } from '../domain/context.ts';
import { demoAccountFile } from './demo-account.ts';
import type { DemoAccount } from './demo-account.ts';
import { unmarkDemoStaff } from './demo-staff.ts';
import { demoExamples } from './demo-examples.ts';
import type { DemoExamples } from './demo-examples.ts';
import { seedDemo } from './demo.ts';

/** The demo data: how to sign in, and what examples begin with. */
export interface Demo extends DemoAccount {
  /** Reads ids for the examples, as they are now. */
  examples(): Promise<DemoExamples>;
}

/**
 * Creates demo data if the configuration allows it (decisions N26). In a data folder that may have demo data from a
 * time when other machines had no access, the demo staff account becomes an ordinary account as soon as they have.
 */
export async function demoData(
  processContext: ProcessContext,
  { demo, dataDir }: Pick<Config, 'demo' | 'dataDir'>,
): Promise<Demo | null> {
  const { database } = processContext;
  const withStaff = demo === 'people and staff';
  if (!withStaff && database.kind === 'embedded' && existsSync(join(dataDir, demoAccountFile)))
    await unmarkDemoStaff(database);
  const account = demo === 'none' ? null : await seedDemo(processContext, dataDir, withStaff);
  return account && { ...account, examples: () => demoExamples(database, account) };
}
