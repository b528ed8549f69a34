import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { packedPath } from '../platform/packed.ts';

/**
 * A part of `npm run release`: it reads the bill of materials that `npm sbom` prints, adds the packages of which the build has packed files, and
 * writes `sbom.cdx.json` (CycloneDX) and `LICENSES.md` to the current folder. It fails if a package has no licence, or one that nobody has
 * accepted yet.
 */
const accepted =
  /^(0BSD|Apache-2\.0|BlueOak-1\.0\.0|BSD-\d-Clause|CC0-1\.0|CC-BY-\d\.0|ISC|LGPL-3\.0-or-later|MIT|MIT-0|Unlicense)$/;

interface Component {
  name: string;
  version: string;
  licenses?: { license?: { id: string }; expression?: string }[];
  [more: string]: unknown;
}
interface Bill {
  serialNumber?: string;
  metadata: { timestamp?: string; component: Component };
  components: Component[];
}

const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
const bill = JSON.parse(readFileSync(0, 'utf8')) as Bill;
// The same packages make the same bytes, in whichever folder and whenever.
delete bill.serialNumber;
delete bill.metadata.timestamp;
bill.metadata.component.name = (read('package.json') as Component).name;
for (const folder of readdirSync(packedPath('.'), { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
  const { source, version, license } = read(packedPath(`${folder.name}/package.json`)) as Record<string, string>;
  bill.components.push({
    'bom-ref': `${source}@${version}`,
    type: 'library',
    name: source ?? '',
    version: version ?? '',
    description: `Files of it are in dist/packed/${folder.name}`,
    purl: `pkg:npm/${encodeURIComponent(source ?? '').replace('%2F', '/')}@${version}`,
    licenses: [{ license: { id: license ?? '' } }],
  });
}

const licenceOf = ({ licenses = [] }: Component) =>
  licenses.map(({ license, expression }) => license?.id ?? expression).join(' AND ');
const isAccepted = (licence: string) =>
  licence
    .split(/[()\s]+|\bAND\b|\bOR\b/)
    .filter(Boolean)
    .every((id) => accepted.test(id));
const others = bill.components.filter((component) => !licenceOf(component) || !isAccepted(licenceOf(component)));
for (const component of others)
  process.stderr.write(
    `The licence of ${component.name} has not been accepted: ${licenceOf(component) || 'it names none'}\n`,
  );
if (others.length > 0) process.exitCode = 1;

const rows = bill.components.map(
  (component) => `| ${component.name} | ${component.version} | ${licenceOf(component)} |`,
);
writeFileSync('sbom.cdx.json', `${JSON.stringify(bill, null, 1)}\n`);
writeFileSync(
  'LICENSES.md',
  `# Licences of what is in this release

The text of each is in the folder of the package: below \`node_modules\`, or in \`dist/packed\`.

| package | version | licence |
|---|---|---|
${rows.sort().join('\n')}
`,
);
