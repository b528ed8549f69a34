import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ledgerIn } from '../../src/retiring/usage-ledger.ts';
import { unlistedChanges } from './breaking.ts';
import { lintSchema } from './lint-schema.ts';

/**
 * `node dist/test/conventions/run.js`, a part of `npm run check`: the schema follows its conventions, and a change that breaks
 * clients is listed with its reason. The schema is compared with the last commit, or with the commit before it when nothing has
 * changed since. With LEDGER_FILE, changes of what clients use are judged by an exported ledger (docs/retiring.md). It prints what is
 * not so, and fails.
 */
const root = fileURLToPath(new URL('../../../', import.meta.url));
const files = { schema: 'schema/schema.graphql', page: 'docs/schema-changes.md' };
const read = (file: string) => readFileSync(`${root}${file}`, 'utf8');

/** A file as it is in a commit; null when there is no such commit, or none with the file. */
function readAt(commit: string, file: string): string | null {
  try {
    return execFileSync('git', ['show', `${commit}:${file}`], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
    }).toString();
  } catch {
    return null;
  }
}

const now = { schema: read(files.schema), page: read(files.page) };
const commit = readAt('HEAD', files.schema) === now.schema ? 'HEAD~1' : 'HEAD';
const schemaBefore = readAt(commit, files.schema);

const faults = await lintSchema(now.schema);
if (schemaBefore !== null) {
  const before = { schema: schemaBefore, page: readAt(commit, files.page) ?? '' };
  const { LEDGER_FILE: file } = process.env;
  const ledger = file ? ledgerIn(readFileSync(file, 'utf8')) : undefined;
  for (const change of await unlistedChanges(before, now, ledger))
    faults.push(
      `${change} This breaks clients of ${commit}: ${ledger ? 'undo it' : `undo it, or list it with its reason in ${files.page}`}.`,
    );
}
for (const fault of faults) {
  process.stderr.write(`${fault}\n`);
  process.exitCode = 1;
}
if (faults.length === 0)
  process.stdout.write(
    `The schema follows its conventions${schemaBefore === null ? '' : `, and breaks no clients of ${commit} unlisted`}.\n`,
  );
