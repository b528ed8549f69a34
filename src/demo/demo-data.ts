import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../platform/config.ts';
import type { Surroundings } from '../domain/context.ts';
import { demoAccountFile } from './demo-account.ts';
import type { DemoAccount } from './demo-account.ts';
import { unmarkDemoStaff } from './demo-staff.ts';
import { seedDemo } from './demo.ts';

/**
 * Creates demo data if the configuration allows it (decisions N26). In a data folder that may have demo data from a
 * time when other machines had no access, the demo staff account becomes an ordinary account as soon as they have.
 */
export async function demoData(
  surroundings: Surroundings,
  { demo, dataDir }: Pick<Config, 'demo' | 'dataDir'>,
): Promise<DemoAccount | null> {
  const { database } = surroundings;
  const withStaff = demo === 'people and staff';
  if (!withStaff && database.kind === 'embedded' && existsSync(join(dataDir, demoAccountFile)))
    await unmarkDemoStaff(database);
  return demo === 'none' ? null : seedDemo(surroundings, dataDir, withStaff);
}
