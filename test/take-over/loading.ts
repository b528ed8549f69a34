import { join } from 'node:path';
import { folderStore } from '../../src/platform/store/picture-store-folder.ts';
import { openBundle } from '../../src/take-over/bundle/open.ts';
import type { FileCounts, Told } from '../../src/take-over/load/counts.ts';
import { loadBundle } from '../../src/take-over/load/load.ts';
import type { TestService } from '../support/service.ts';

/** What loading a bundle into the database of a running service has done. */
interface Loaded {
  counts: Record<string, FileCounts>;
  told: Told[];
}

/** Loads a bundle as the command does. */
export async function loaded(
  service: TestService,
  path: string,
  { isComplete = false, keepers = [] as number[] } = {},
): Promise<Loaded> {
  const bundle = await openBundle(path);
  const told: Told[] = [];
  try {
    const counts = await loadBundle({
      bundle,
      database: service.database,
      outside: { pictures: folderStore(join(service.dataDir, 'pictures')) },
      taken: '2026-01-31T22:00:00Z',
      keyLengths: [40],
      isComplete,
      keepers: new Set(keepers),
      tell: (one) => void told.push(one),
    });
    return { counts: Object.fromEntries(counts), told };
  } finally {
    await bundle.close();
  }
}
