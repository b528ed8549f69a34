#!/usr/bin/env node
import './node-version.ts';
import { fileURLToPath } from 'node:url';
import { usageIfListed, usageOf } from './command-usage.ts';
import { commands } from './runner-commands.ts';

/*
 * npx runners COMMAND
 *
 * The tools of operators and developers. It runs what is built and compiles nothing; `npm run build` builds it.
 */

function usage(): string {
  const parts = Object.entries(commands).map(([whom, own]) => {
    const lines = Object.entries(own).map(([name, { about }]) => `  ${name.padEnd(18)}${about}`);
    return `${whom}:\n${lines.join('\n')}`;
  });
  return `npx runners COMMAND\n\n${parts.join('\n\n')}\n`;
}

const isHelp = (word: string) => word === '--help' || word === '-h';

/**
 * What is wrong with the words of a command: one that begins with a dash is no name, and some commands take none. Null for words that
 * the command reads itself.
 */
function refusalOf(own: string, words: readonly string[]): string | null {
  const options = new Set(own.match(/(?<![\w-])--[a-z][\w-]*/g));
  const unknown = words.find((word) => word.startsWith('-') && !options.has(word.split('=', 1)[0] ?? ''));
  if (unknown !== undefined) return `There is no option ${unknown}.`;
  const takesNone = own === `usage: npx runners ${name}`;
  return takesNone && words.length > 0 ? `The command ${name} takes no words.` : null;
}

const [, , name, ...words] = process.argv;
const command = Object.values(commands).find((own) => Object.hasOwn(own, name ?? ''))?.[name ?? ''];
if (name === undefined || isHelp(name) || name === 'help') process.stdout.write(usage());
else if (!command) {
  process.stderr.write(`There is no command ${name}.\n\n${usage()}`);
  process.exitCode = 1;
} else {
  const own = usageIfListed(`${name} ${words[0]}`) ?? usageOf(name);
  const end = own.includes('[-- ') ? words.indexOf('--') : -1;
  // A call that is translated has options of its own.
  const ours = command.takesAnything ? words.slice(0, 1) : words.slice(0, end < 0 ? undefined : end);
  const refusal = command.takesAnything ? null : refusalOf(own, ours);
  if (ours.some(isHelp)) process.stdout.write(`${own}\n\nIt ${command.about}.\n`);
  else if (refusal !== null) {
    process.stderr.write(`${refusal}\n${own}\n`);
    process.exitCode = 1;
  } else {
    // The module finds its words where it would if it had been started by itself.
    process.argv.splice(1, 2, fileURLToPath(new URL(command.module, import.meta.url)));
    await import(command.module).catch((error: unknown) => {
      if ((error as { code?: string }).code !== 'ERR_MODULE_NOT_FOUND') throw error;
      process.stderr.write(
        `This command is not a part of an installation for production: ${(error as Error).message}\n`,
      );
      process.exitCode = 1;
    });
  }
}
