import { readFileSync } from 'node:fs';
import { inRepo } from '../support/repo';

interface Licence {
  name: string;
  licence: string;
  allowed: boolean;
}

interface Licences {
  isAllowed(expression: string): boolean;
  listLicences(packages: object): Licence[];
  readLockedPackages(): object;
}

describe('Supply chain', () => {
  let licences: Licences;
  beforeAll(async () => {
    licences = (await import(inRepo('scripts', 'lib', 'licences.mjs'))) as Licences;
  });

  it('should contain only production packages with an allowed licence', () => {
    const all = licences.listLicences(licences.readLockedPackages());
    expect(all.length).toBeGreaterThan(200);
    expect(all.filter(({ allowed }) => !allowed)).toEqual([]);
  });

  it('should allow licences without conditions on our own code, and no other', () => {
    const expected = {
      MIT: true,
      '(MIT OR GPL-3.0-only)': true,
      'MIT AND OFL-1.1': true,
      'MIT AND GPL-3.0-only': false,
      'GPL-3.0-only': false,
      'AGPL-3.0': false,
      'SEE LICENSE IN x': false,
      none: false,
    };
    const judged = Object.keys(expected).map((licence) => [licence, licences.isAllowed(licence)]);
    expect(Object.fromEntries(judged)).toEqual(expected);
  });

  it('should refuse a package without a licence, and leave out development packages', () => {
    const packages = {
      '': { license: 'none' },
      'node_modules/a': { version: '1.0.0' },
      'node_modules/b/node_modules/@x/c': { version: '2.0.0', license: 'MIT' },
      'node_modules/d': { version: '3.0.0', dev: true },
    };
    expect(licences.listLicences(packages)).toEqual([
      { name: '@x/c@2.0.0', licence: 'MIT', allowed: true },
      { name: 'a@1.0.0', licence: 'none', allowed: false },
    ]);
  });

  it('should lock the native packages of every platform, without which npm ci refuses the lockfile', () => {
    const { packages } = JSON.parse(readFileSync(inRepo('package-lock.json'), 'utf8')) as {
      packages: Record<string, { optionalDependencies?: Record<string, string> }>;
    };
    const isLocked = (path: string, name: string): boolean =>
      `${path}/node_modules/${name}` in packages ||
      (path !== '' &&
        isLocked(path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/'))), name)) ||
      `node_modules/${name}` in packages;
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !isLocked(path, name))
        .map((name) => `${path} > ${name}`),
    );
    expect(missing).toEqual([]);
  });
});
