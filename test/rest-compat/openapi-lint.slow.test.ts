/** The OpenAPI document passes the rules of Spectral, except for those that the contract itself breaks (`tools/spectral/.spectral.yaml`). */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { openApiDocument } from '../../rest-compat/openapi/document.ts';
import { installed } from '../../src/process/installed.ts';

const place = await installed('tools/spectral');
const folder = await mkdtemp(join(tmpdir(), 'openapi-'));
afterAll(() => rm(folder, { recursive: true }));

/** What Spectral finds in a document: the rules, with the places. */
async function faultsOf(document: object): Promise<string[]> {
  const file = join(folder, 'openapi.json');
  await writeFile(file, JSON.stringify(document));
  const program = join(place, 'node_modules/@stoplight/spectral-cli/dist/index.js');
  const ruleset = join(place, '.spectral.yaml');
  const printed = await new Promise<string>((resolve, reject) => {
    // It ends with 1 when it has found something, and with 2 when it could not look.
    execFile(
      process.execPath,
      [program, 'lint', file, '--ruleset', ruleset, '--format', 'json', '--quiet', '--fail-severity', 'hint'],
      { maxBuffer: 1 << 26 },
      (error, stdout, stderr) => (error && error.code !== 1 ? reject(new Error(stderr || stdout)) : resolve(stdout)),
    );
  });
  const found = JSON.parse(printed) as { code: string; message: string; path: string[] }[];
  return found.map(({ code, path, message }) => `${code} at ${path.join(' ')}: ${message}`);
}

test('nothing is found in the document', async () => {
  expect(await faultsOf(openApiDocument())).toEqual([]);
}, 300_000);

test('an example that is not of its schema is found', async () => {
  const document = JSON.parse(JSON.stringify(openApiDocument()).replace('"likers":[1]', '"likers":["one"]')) as object;
  expect(await faultsOf(document)).toEqual([expect.stringMatching(/^oas3-valid-media-example at paths/)]);
}, 300_000);
