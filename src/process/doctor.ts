import { ConfigError, readConfig } from '../platform/config.ts';
import type { Config } from '../platform/config.ts';
import { checkDatabase } from './doctor/check-database.ts';
import { checkDocuments } from './doctor/check-documents.ts';
import { checkDisks } from './doctor/check-folders.ts';
import { checkMail, checkRedis, checkStore } from './doctor/check-integrations.ts';
import { checkReplicas } from './doctor/check-replicas.ts';
import { failed, passed, reasonOf, warning } from './doctor/check.ts';
import type { Finding } from './doctor/check.ts';

/**
 * `npx runners doctor`: checks everything that the service needs, with the settings of the environment, and prints a line for each
 * check, with advice if it has failed. The exit code is 1 if a check has failed. It changes nothing.
 */
async function main(): Promise<void> {
  let config: Config;
  try {
    config = readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return print([
      failed('configuration', error.message, 'Correct this variable. docs/configuration.md lists all variables.'),
    ]);
  }
  // The checks run one after the other, because some of them create missing folders and remove them again.
  const found: Finding[] = [checkConfiguration(config)];
  for (const check of [checkDatabase, checkReplicas, checkStore, checkMail, checkRedis, checkDisks, checkDocuments])
    found.push(...(await run(check, config)));
  print(found);
}

type Check = (config: Config) => Promise<Finding | Finding[]>;

async function run(check: Check, config: Config): Promise<Finding[]> {
  try {
    return [await check(config)].flat();
  } catch (error) {
    return [failed('doctor', `A check could not be completed: ${reasonOf(error)}`, 'Please report this error.')];
  }
}

/** Finds settings that are valid but rarely intended. */
function checkConfiguration(config: Config): Finding {
  const what = 'configuration';
  const open = !/^(127\.|localhost$|::1$)/.test(config.host);
  if (open && config.publicUrl === undefined)
    return warning(
      what,
      'PUBLIC_URL is not set, so links in mails contain the address of this machine',
      'Set PUBLIC_URL to the address under which users reach the service.',
    );
  if (!config.rateLimits) return warning(what, 'RATE_LIMITS is off', 'Turn it on for a public service.');
  if (config.secretKeyPrevious !== undefined)
    return warning(
      what,
      'SECRET_KEY_PREVIOUS is set, so links that were signed with the former key are still accepted',
      'Unset it when these links have expired (docs/operating.md).',
    );
  return passed(what, 'All variables are valid');
}

const marks = { passed: 'ok     ', warning: 'warning', failed: 'ERROR  ' } as const;

function print(findings: readonly Finding[]): void {
  for (const { what, state, result, advice } of findings)
    process.stdout.write(`${marks[state]}  ${what}: ${result}.${advice === undefined ? '' : ` ${advice}`}\n`);
  const failures = findings.filter(({ state }) => state === 'failed').length;
  process.stdout.write(
    failures === 0 ? 'No check has failed.\n' : `${failures} ${failures === 1 ? 'check has' : 'checks have'} failed.\n`,
  );
  process.exitCode = failures === 0 ? 0 : 1;
}

await main();
