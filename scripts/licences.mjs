import { listLicences, readLockedPackages } from './lib/licences.mjs';

// Prints the licences of all production packages; exits with 1 when one of them is not allowed.
const all = listLicences(readLockedPackages());
for (const licence of new Set(all.map((each) => each.licence)))
  console.log(
    `${String(all.filter((each) => each.licence === licence).length).padStart(4)}  ${licence}`,
  );
const refused = all.filter(({ allowed }) => !allowed);
for (const { name, licence } of refused) console.log(`not allowed: ${name} (${licence})`);
console.log(`${all.length - refused.length} allowed, ${refused.length} not allowed`);
process.exitCode = refused.length > 0 ? 1 : 0;
