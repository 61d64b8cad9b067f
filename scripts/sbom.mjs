import { readFileSync } from 'node:fs';
import { npm } from './lib/install.mjs';
import { listLicences, readLockedPackages } from './lib/licences.mjs';
import { inRepo } from './lib/paths.mjs';
import { runStep } from './lib/steps.mjs';

// Writes the CycloneDX bill of materials of the production packages: node scripts/sbom.mjs [file]
// The generator is fetched when it is first used, so that an installation of the shop does not include it.
const GENERATOR = '@cyclonedx/cyclonedx-npm@6.0.1';

const file = process.argv[2] ?? inRepo('sbom.cdx.json');
const [command, prefix] = npm();
const failed = 'The bill of materials could not be made.';
await runStep({ doing: 'Listing packages', done: `Wrote ${file}`, failed }, command, [
  ...prefix,
  ...['exec', '--yes', `--package=${GENERATOR}`, '--', 'cyclonedx-npm'],
  // A development package names a peer that is not installed, which npm reports as an error.
  ...['--omit', 'dev', '--package-lock-only', '--ignore-npm-errors', '--flatten-components'],
  ...['--output-format', 'JSON', '--output-reproducible', '--output-file', file],
]);

const { components } = JSON.parse(readFileSync(file, 'utf8'));
const listed = new Set(
  components.map(({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`),
);
const missing = listLicences(readLockedPackages()).filter(({ name }) => !listed.has(name));
for (const { name } of missing) console.log(`missing: ${name}`);
console.log(`${listed.size} packages, ${missing.length} missing`);
process.exitCode = missing.length > 0 ? 1 : 0;
