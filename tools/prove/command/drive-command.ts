import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checksNamed, drive } from '../drive/drive.ts';
import { html } from '../../../src/platform/html.ts';
import { closeConnections } from '../replay/send-call.ts';
import { Sentence } from '../../../src/process/command.ts';

/** Prints the names of the checks, and the statements that they hold. */
export function listChecks(only: string | undefined): void {
  for (const { name, says } of checksNamed(only)) process.stdout.write(`${name}\n    ${says}\n`);
}

/**
 * Tries the statements of the contract at a server, prints those that it does not hold, and writes `junit.xml` and `drive.json`. The
 * exit code is 1 if there are any.
 */
export async function driveServer(
  url: string,
  { only, have, report }: { only?: string | undefined; have: readonly string[]; report: string },
): Promise<void> {
  const wrong = have.find((one) => !/^(route|event|participant)=\d{1,15}$/.test(one));
  if (wrong !== undefined) throw new Sentence(`--have must be route=ID, event=ID or participant=ID, and not ${wrong}`);
  const having = Object.fromEntries(have.map((one) => one.split('=')).map(([kind, id]) => [kind, Number(id)]));
  const counts = { held: 0, failed: 0, skipped: 0 };
  const done: { name: string; says: string; outcome: keyof typeof counts; fault: string | null }[] = [];
  for await (const { check, fault, skipped } of drive(url, having, only)) {
    const outcome = skipped ? 'skipped' : fault === null ? 'held' : 'failed';
    counts[outcome]++;
    const { name, says } = check;
    done.push({ name, says, outcome, fault });
    if (outcome !== 'held') process.stdout.write(`${outcome}  ${name}: ${fault}\n`);
  }
  closeConnections();
  mkdirSync(report, { recursive: true });
  writeFileSync(join(report, 'drive.json'), `${JSON.stringify({ url, ...counts, checks: done }, null, 2)}\n`);
  const tests = done.map(({ name, outcome, fault }) => {
    const inside = outcome === 'failed' ? html`<failure message="${fault ?? ''}" />` : html`<skipped />`;
    return html`<testcase classname="contract" name="${name}">${outcome === 'held' ? '' : inside}</testcase> `;
  });
  const suite = html`<testsuite
    name="contract"
    tests="${done.length}"
    failures="${counts.failed}"
    skipped="${counts.skipped}"
  >
    ${tests}</testsuite
  > `;
  writeFileSync(join(report, 'junit.xml'), `<?xml version="1.0" encoding="utf-8"?>\n${suite.text}`);
  process.stdout.write(
    `${counts.held} statements are held, ${counts.failed} are not, ${counts.skipped} were skipped.\n`,
  );
  if (counts.failed > 0 || counts.held === 0) process.exitCode = 1;
}
