import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { checksNamed, drive } from '../drive/drive.ts';
import { GrowingFile } from './growing-file.ts';
import { html } from '../../../src/platform/html.ts';
import { closeConnections } from '../replay/send-call.ts';
import { Sentence } from '../../../src/process/command.ts';

/** Prints the names of the checks, and the statements that they hold. */
export function listChecks(only: string | undefined): void {
  for (const { name, says } of checksNamed(only)) process.stdout.write(`${name}\n    ${says}\n`);
}

/**
 * Tries the statements of the contract at a server. Each is printed, and is in `junit.xml` and `drive.json`, as soon as it was tried. The
 * exit code is 1 if the server does not hold one, or all were skipped.
 */
export async function driveServer(
  url: string,
  { only, have, report }: { only?: string | undefined; have: readonly string[]; report: string },
): Promise<void> {
  const wrong = have.find((one) => !/^(route|event|participant)=\d{1,15}$/.test(one));
  if (wrong !== undefined) throw new Sentence(`--have must be route=ID, event=ID or participant=ID, and not ${wrong}`);
  const having = Object.fromEntries(have.map((one) => one.split('=')).map(([kind, id]) => [kind, Number(id)]));
  const counts = { held: 0, failed: 0, skipped: 0 };
  mkdirSync(report, { recursive: true });
  const json = new GrowingFile(join(report, 'drive.json'), `{"url": ${JSON.stringify(url)}, "checks": [\n`);
  const junit = new GrowingFile(
    join(report, 'junit.xml'),
    '<?xml version="1.0" encoding="utf-8"?>\n<testsuite name="contract">\n',
  );
  const end = (ended: boolean) => `\n], ${JSON.stringify({ ...counts, ended }).slice(1)}\n`;
  for await (const { check, fault, skipped } of drive(url, having, only)) {
    const outcome = skipped ? 'skipped' : fault === null ? 'held' : 'failed';
    const isFirst = Object.values(counts).every((count) => count === 0);
    counts[outcome]++;
    const { name, says } = check;
    json.add(`${isFirst ? '' : ',\n'}${JSON.stringify({ name, says, outcome, fault })}`, end(false));
    const inside = outcome === 'failed' ? html`<failure message="${fault ?? ''}" />` : html`<skipped />`;
    const test = html`<testcase classname="contract" name="${name}">${outcome === 'held' ? '' : inside}</testcase> `;
    junit.add(`${test.text}\n`, '</testsuite>\n');
    process.stdout.write(`${outcome.padEnd(7)}  ${name}${fault === null ? '' : `: ${fault}`}\n`);
  }
  closeConnections();
  json.add('', end(true));
  process.stdout.write(
    `${counts.held} statements are held, ${counts.failed} are not, ${counts.skipped} were skipped.\n`,
  );
  if (counts.failed > 0 || counts.held === 0) process.exitCode = 1;
}
