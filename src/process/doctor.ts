import { ConfigError, readConfig } from '../platform/config.ts';
import type { Config } from '../platform/config.ts';
import { checkDatabase } from './doctor/check-database.ts';
import { checkDisks } from './doctor/check-folders.ts';
import { checkMail, checkRedis, checkStore } from './doctor/check-outside.ts';
import { fine, reasonOf, warning, wrong } from './doctor/check.ts';
import type { Finding } from './doctor/check.ts';

/**
 * `npm run doctor`: looks at everything that the service needs, with the settings of the environment, and prints a line for
 * each: what is so, and where something is wrong, what to do. It ends with 1 when something is wrong, and changes nothing.
 */
async function main(): Promise<void> {
  let config: Config;
  try {
    config = readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return tell([wrong('configuration', error.message, 'Correct this variable; README.md lists them all.')]);
  }
  // One after the other: some of them make the folders that are not there yet, and remove them again.
  const found: Finding[] = [checkConfiguration(config)];
  for (const check of [checkDatabase, checkStore, checkMail, checkRedis, checkDisks])
    found.push(...(await run(check, config)));
  tell(found);
}

type Check = (config: Config) => Promise<Finding | Finding[]>;

async function run(check: Check, config: Config): Promise<Finding[]> {
  try {
    return [await check(config)].flat();
  } catch (error) {
    return [wrong('doctor', `a check failed: ${reasonOf(error)}`, 'Report this, please.')];
  }
}

/** What is allowed but rarely meant. */
function checkConfiguration(config: Config): Finding {
  const what = 'configuration';
  const open = !/^(127\.|localhost$|::1$)/.test(config.host);
  if (open && config.publicUrl === undefined)
    return warning(
      what,
      'PUBLIC_URL is not set, so links in mails name this machine',
      'Set PUBLIC_URL to the address that people use.',
    );
  if (!config.rateLimits) return warning(what, 'RATE_LIMITS is off', 'Turn it on for a service that people use.');
  if (config.secretKeyPrevious !== undefined)
    return warning(
      what,
      'SECRET_KEY_PREVIOUS is set: links of the former key are still accepted',
      'Unset it once they have ended (docs/observability.md).',
    );
  return fine(what, 'every variable is well-formed');
}

const marks = { ok: 'ok     ', warning: 'warning', wrong: 'WRONG  ' } as const;

function tell(findings: readonly Finding[]): void {
  for (const { what, state, says, todo } of findings)
    process.stdout.write(`${marks[state]}  ${what}: ${says}${todo === undefined ? '' : `. ${todo}`}\n`);
  const faults = findings.filter(({ state }) => state === 'wrong').length;
  process.stdout.write(
    faults === 0 ? 'Nothing is wrong.\n' : `${faults} ${faults === 1 ? 'thing is' : 'things are'} wrong.\n`,
  );
  process.exitCode = faults === 0 ? 0 : 1;
}

await main();
