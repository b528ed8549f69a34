import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { unboundedIn } from './bounded.ts';
import { budgetFaults, budgetsOf, partOf, sizeOf } from './budgets.ts';
import type { Budget, Size } from './budgets.ts';
import { bypassesOf } from './bypasses.ts';
import { contractNames, repeatedNames } from './contract-names.ts';
import { doorFaultsOf } from './doors.ts';
import type { Manifest } from './doors.ts';
import { faultsOf, isOfTests, productFaultsOf } from './layout.ts';
import { arrowFaults, roomFaultsOf } from './rooms.ts';
import { sqlSearchesOf } from './sql-texts.ts';
import { listFaultsOf, toolFaultsOf } from './tool-doors.ts';
import type { ToolDoors } from './tool-doors.ts';

/**
 * `node dist/test/layout/run.js`, a part of `npm run check`, checks that every file is short, that those of tests are in a folder
 * and begin with a heading, that packages are entered by their doors, that tools reach the service through theirs and the service no tool, that parts are within their budgets, that folders `fast/` are entered by their one door, that transports go through `src/request`, that no text of a statement is searched, that the rooms of `src/domain` import downwards, that a name of the contract is a string in at most two files, and that every collection that can grow is listed in docs/bounds.md. It prints all errors,
 * and fails if there are any.
 */
const root = fileURLToPath(new URL('../../../', import.meta.url));
const filesIn = (...folders: string[]) =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...folders], { cwd: root })
    .toString()
    .split('\n')
    .filter((file) => file !== '' && existsSync(`${root}${file}`))
    .map((file) => ({ file, source: () => readFileSync(`${root}${file}`, 'utf8') }));

function report(file: string, faults: string[]): void {
  for (const fault of faults) {
    process.stderr.write(`${file} ${fault}\n`);
    process.exitCode = 1;
  }
}

const manifests = new Map<string, Manifest>();
/** The package.json of the package in which a file is. */
function manifestOf(file: string): Manifest | undefined {
  const home = /^packages\/[^/]+/.exec(file)?.[0];
  if (home === undefined) return undefined;
  const known = manifests.get(home) ?? (JSON.parse(readFileSync(`${root}${home}/package.json`, 'utf8')) as Manifest);
  manifests.set(home, known);
  return known;
}

const all = filesIn('src', 'schema', 'rest-compat', 'test', 'tools', 'packages/*/*');
for (const { file, source } of all)
  if (/\.tsx?$/.test(file)) report(file, doorFaultsOf(file, source(), manifestOf(file)));
for (const { file, source } of all) if (isOfTests(file)) report(file, faultsOf(file, source()));

const listed = JSON.parse(readFileSync(`${root}tools/doors.json`, 'utf8')) as ToolDoors;
const used = new Set<string>();
const isCode = (file: string) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts');
for (const { file, source } of all)
  if (isCode(file) && !isOfTests(file) && !file.startsWith('tools/kit/'))
    report(
      file,
      toolFaultsOf(file, source(), listed, (door) => used.add(door)),
    );
report('tools/doors.json', listFaultsOf(listed, used));

const sizes = new Map<string, Size>();
for (const { file, source } of all) {
  if (!isCode(file) || file.startsWith('tools/kit/') || (isOfTests(file) && !/^tools\/trials\/(?!test\/)/.test(file)))
    continue;
  const { lines, exports } = sizeOf(source());
  for (const part of budgetsOf(partOf(file))) {
    const before = sizes.get(part) ?? { lines: 0, exports: 0 };
    sizes.set(part, { lines: before.lines + lines, exports: before.exports + exports });
  }
}
const budgets = JSON.parse(readFileSync(`${root}budgets.json`, 'utf8')) as Record<string, Budget>;
report('budgets.json', budgetFaults(budgets, sizes));

const page = readFileSync(`${root}docs/bounds.md`, 'utf8');
const product = all.filter(({ file }) => !isOfTests(file));
for (const { file, source } of product)
  if (file.endsWith('.ts') && !file.endsWith('.d.ts'))
    report(file, [
      ...productFaultsOf(source()),
      ...bypassesOf(file, source()),
      ...roomFaultsOf(file, source()),
      ...sqlSearchesOf(file, source()),
    ]);
report('src/domain', arrowFaults());
const typed = product.filter(({ file }) => isCode(file)).map(({ file, source }) => ({ file, source: source() }));
for (const fault of repeatedNames(contractNames(), typed)) report('The name', [fault]);
for (const { file, source } of product)
  if (file.endsWith('.ts') && !/^(src\/demo|packages\/testing)\//.test(file))
    report(file, unboundedIn(file, source(), page));
