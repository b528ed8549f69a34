import { runCommand, Sentence } from './command.ts';
import type { Configured } from './command.ts';
import { usageOf } from './command-usage.ts';
import { extractCommand } from './take-over/extract-command.ts';
import { checkCommand } from './take-over/check-command.ts';
import { verifyCommand } from './take-over/verify-command.ts';
import { openCommand } from './take-over/open-command.ts';
import { loadCommand } from './take-over/load-command.ts';

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
