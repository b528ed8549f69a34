import { runCommand, Sentence } from '../../src/process/command.ts';
import type { Configured } from '../../src/process/command.ts';
import { usageOf } from '../../src/process/command-usage.ts';
import { extractCommand } from './commands/extract-command.ts';
import { checkCommand } from './commands/check-command.ts';
import { verifyCommand } from './commands/verify-command.ts';
import { openCommand } from './commands/open-command.ts';
import { loadCommand } from './commands/load-command.ts';

/**
 * `npx runners take-over STEP …`: takes over the data of another service from a bundle (docs/taking-over.md). Each step has a
 * module, which reads the words after its name.
 */
const steps: Readonly<Record<string, { run: (words: string[], configured: Configured) => Promise<void> }>> = {
  extract: extractCommand,
  check: checkCommand,
  load: loadCommand,
  verify: verifyCommand,
  open: openCommand,
};

runCommand(async ([name = '', ...words], configured) => {
  const step = Object.hasOwn(steps, name) ? steps[name] : undefined;
  if (!step) throw new Sentence(usageOf('take-over'));
  await step.run(words, configured);
});
