import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/*
 * A part of `.ci/release`, in the folder of the release: it reads the bill of materials that `npm sbom` prints, adds the packages of which the
 * build has packed files, and writes `sbom.cdx.json` (CycloneDX) and `LICENSES.md`. It fails if a package has no licence, or one that nobody
 * has accepted yet.
 */
const accepted = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
]);
// libvips, a library of its own beside sharp, which whoever has the tarball can replace.
accepted.add('LGPL-3.0-or-later');
const read = (path) => JSON.parse(readFileSync(path, 'utf8'));

const bill = read(0);
// The same packages make the same bytes, in whichever folder and whenever.
delete bill.serialNumber;
delete bill.metadata.timestamp;
bill.metadata.component.name = read('package.json').name;
for (const folder of readdirSync('dist/packed', { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
  const { source, version, license } = read(`dist/packed/${folder.name}/package.json`);
  const purl = `pkg:npm/${source.replace('@', '%40')}@${version}`;
  const description = `Files of it are in dist/packed/${folder.name}`;
  const licenses = license ? [{ license: { id: license } }] : [];
  bill.components.push({
    'bom-ref': `${source}@${version}`,
    type: 'library',
    name: source,
    version,
    description,
    purl,
    licenses,
  });
}

const licenceOf = ({ licenses = [] }) =>
  licenses.map(({ license, expression }) => license?.id ?? expression).join(' AND ');
const rows = bill.components.map((component) => {
  if (component.purl.startsWith('pkg:npm/%40runners/')) {
    component.licenses = [{ license: { name: 'UNLICENSED' } }];
    return `| ${component.name} | ${component.version} | a part of this release |`;
  }
  const licence = licenceOf(component);
  const parts = licence.split(/[()\s]+|\bAND\b|\bOR\b/).filter(Boolean);
  if (parts.length === 0 || parts.some((part) => !accepted.has(part))) {
    process.stderr.write(`The licence of ${component.name} has not been accepted: ${licence || 'it names none'}\n`);
    process.exitCode = 1;
  }
  return `| ${component.name} | ${component.version} | ${licence} |`;
});
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
