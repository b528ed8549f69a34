import { parseArgs } from 'node:util';
import { openDatabase } from '../../../src/wiring/open-database.ts';
import { openService } from '../open-service.ts';
import { readConfig } from '../../../src/platform/config.ts';
import { Sentence } from '../../../src/process/command.ts';
import { usageOf } from '../../../src/process/command-usage.ts';
import type { Configured } from '../../../src/process/command.ts';

const usage = usageOf('take-over open');

/** The most ids that are left to the old service. */
const mostApart = 1_000_000_000_000;

/**
 * `npx runners take-over open`: ends the preparation of a takeover, so that the service accepts writes. `--apart` leaves so many ids to the old
 * service, where both go on being used.
 */
export const openCommand = {
  async run(words: string[], configured: Configured): Promise<void> {
    const { values, positionals } = parseArgs({
      args: words,
      options: { apart: { type: 'string', default: '0' } },
      allowPositionals: true,
    });
    const apart = /^\d{1,13}$/.test(values.apart) ? Number(values.apart) : Number.NaN;
    if (positionals.length > 0 || !(apart <= mostApart)) throw new Sentence(usage);
    const database = await openDatabase(configured(readConfig(process.env)));
    try {
      const opened = await openService(database, apart);
      process.stdout.write(
        opened ? 'The service accepts writes.\n' : 'Nothing was being prepared: the service accepts writes.\n',
      );
    } finally {
      await database.close();
    }
  },
};
