import { givenSentence, startSentence } from './start-errors.ts';
import { Sentence } from '../platform/sentence.ts';
import type { Config } from '../platform/config.ts';

export { Sentence };

/** States the configuration of a command once it is read, for the sentences about failures. */
export type Configured = (config: Config) => Config;

/**
 * Runs a command: a failure that an operator can solve is printed as one sentence, and the exit code is 1.
 * @param work receives the words after the name of the command
 */
export function runCommand(work: (words: string[], configured: Configured) => Promise<void>): void {
  let config: Config | null = null;
  // Files that a command writes are not readable for other users of the machine.
  process.umask(0o077);
  work(process.argv.slice(2), (read) => (config = read)).catch((error: unknown) => {
    const sentence = error instanceof Sentence ? error.message : (startSentence(error, config) ?? givenSentence(error));
    process.stderr.write(`${sentence ?? String((error as Error).stack)}\n`);
    process.exitCode = 1;
  });
}
