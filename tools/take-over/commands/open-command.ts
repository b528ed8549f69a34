import { openDatabase } from '../../../src/wiring/open-database.ts';
import { openService } from '../open-service.ts';
import { readConfig } from '../../../src/platform/config.ts';
import { Sentence } from '../../../src/process/command.ts';
import { usageOf } from '../../../src/process/command-usage.ts';
import type { Configured } from '../../../src/process/command.ts';

const usage = usageOf('take-over open');

/** `npx runners take-over open`: ends the preparation of a takeover, so that the service accepts writes. */
export const openCommand = {
  async run(words: string[], configured: Configured): Promise<void> {
    if (words.length > 0) throw new Sentence(usage);
    const database = await openDatabase(configured(readConfig(process.env)));
    try {
      const opened = await openService(database);
      process.stdout.write(
        opened ? 'The service accepts writes.\n' : 'Nothing was being prepared: the service accepts writes.\n',
      );
    } finally {
      await database.close();
    }
  },
};
