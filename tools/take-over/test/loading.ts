import { openTakenOver } from '../../../src/domain/taking-over/preparing.ts';
import { storeFiles } from '../../../src/domain/pictures/store-files.ts';
import { openBundle } from '../bundle/open.ts';
import type { Found } from '../bundle/read-records.ts';
import { checkBundle } from '../check/check-bundle.ts';
import { knownHere } from '../check/known-here.ts';
import type { FileCounts, Reported } from '../load/counts.ts';
import { loadBundle } from '../load/load.ts';
import { verifyBundle } from '../verify/verify.ts';
import type { Differing, Verified } from '../verify/verify.ts';
import { until } from '../../../test/mail/patience.ts';
import { nobody } from '../../../test/support/cast.ts';
import type { TestService } from '../../../test/support/service.ts';

/** When the bundles were made. */
const taken = '2026-01-31T22:00:00Z';

/** What loading a bundle into the database of a running service has done. */
interface Loaded {
  counts: Record<string, FileCounts>;
  told: Reported[];
}

/** Loads a bundle as the command does. */
export async function loaded(
  service: TestService,
  path: string,
  { isComplete = false, keepers = [] as number[] } = {},
): Promise<Loaded> {
  const bundle = await openBundle(path);
  const told: Reported[] = [];
  const pictures = service.processContext.integrations.pictures;
  try {
    const counts = await loadBundle({
      bundle,
      database: service.database,
      storePicture: (sizes, format) =>
        storeFiles({ database: service.database, integrations: { pictures } }, sizes, format),
      taken,
      keyLengths: [40],
      isComplete,
      keepers: new Set(keepers),
      report: (one) => void told.push(one),
    });
    return { counts: Object.fromEntries(counts), told };
  } finally {
    await bundle.close();
  }
}

/** What would be refused of a bundle, as the dry run says. */
export async function refusedDry(service: TestService, path: string): Promise<Found[]> {
  const bundle = await openBundle(path);
  const found: Found[] = [];
  try {
    const known = await knownHere({ bundle, database: service.database, isComplete: false });
    await checkBundle(bundle, (one) => void found.push(one), known);
    return found.filter(({ severity }) => severity === 'fault');
  } finally {
    await bundle.close();
  }
}

/** What reading back the bundle finds. @param when the moment of which it is */
export async function verified(
  service: Pick<TestService, 'database'>,
  path: string,
  keepers: readonly number[] = [],
  when = taken,
): Promise<{ counts: Record<string, Verified>; differing: Differing[] }> {
  const bundle = await openBundle(path);
  const differing: Differing[] = [];
  try {
    const counts = await verifyBundle({
      bundle,
      database: service.database,
      taken: when,
      isComplete: false,
      keyLengths: [40],
      keepers: new Set(keepers),
      report: (one) => void differing.push(one),
    });
    return { counts: Object.fromEntries(counts), differing };
  } finally {
    await bundle.close();
  }
}

/** Ends the preparation, and waits until the process of the service knows. */
export async function opened(service: TestService): Promise<void> {
  await openTakenOver(service.database);
  const isReady = async () => (await nobody(service).sendTo('GET', '/readyz')).text.startsWith('ready');
  await until(isReady, 'the process is told');
}
