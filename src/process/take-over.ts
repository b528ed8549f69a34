import { extractCommand } from '../take-over/extract/command.ts';
import { runCommand, Sentence } from './command.ts';

/** The commands of `npx runners take-over`, which bring over what another service has. Each receives the words after its name. */
const commands: Readonly<Record<string, (words: string[]) => Promise<void>>> = { extract: extractCommand };

runCommand(async ([name = '', ...words]) => {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new Sentence(`usage: npx runners take-over ${Object.keys(commands).join(' | ')} …`);
  await command(words);
});
