#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
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

const [, , name] = process.argv;
const command = Object.values(commands).find((own) => Object.hasOwn(own, name ?? ''))?.[name ?? ''];
if (name === undefined || name === '--help' || name === 'help') process.stdout.write(usage());
else if (!command) {
  process.stderr.write(`There is no command ${name}.\n\n${usage()}`);
  process.exitCode = 1;
} else {
  // The module finds its words where it would if it had been started by itself.
  process.argv.splice(1, 2, fileURLToPath(new URL(command.module, import.meta.url)));
  await import(command.module).catch((error: unknown) => {
    if ((error as { code?: string }).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    process.stderr.write(`This command is not a part of an installation for production: ${(error as Error).message}\n`);
    process.exitCode = 1;
  });
}
