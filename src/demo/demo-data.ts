import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../platform/config.ts';
import type { Surroundings } from '../domain/context.ts';
import { demoAccountFile } from './demo-account.ts';
import type { DemoAccount } from './demo-account.ts';
import { unmarkDemoStaff } from './demo-staff.ts';
import { seedDemo } from './demo.ts';

/**
 * Demo data where the configuration lets them be (decisions N26). On a data folder that may have got its demo data when
 * nobody else could come, their staff become ordinary people as soon as others can.
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
