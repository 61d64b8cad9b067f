import { readFileSync } from 'node:fs';
import { inRepo } from './paths.mjs';

/** SPDX ids that allow use, change and distribution without conditions on our own code. */
const ALLOWED = new Set([
  ...[
    'MIT',
    'MIT-0',
    'ISC',
    '0BSD',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'Apache-2.0',
    'BlueOak-1.0.0',
    'PDDL-1.0',
  ],
  // Of argparse, and of the font Inter.
  ...['Python-2.0', 'OFL-1.1'],
]);

/** Packages whose manifest names no licence, by name and version, with what their LICENSE or readme says. */
const STATED_ELSEWHERE = {
  'passport-strategy@1.0.0': 'MIT',
  'pause@0.0.1': 'MIT',
  'png-js@2.0.0': 'MIT',
};

/** Whether an SPDX expression is satisfied by allowed licences: all of AND, one of OR. */
export const isAllowed = (expression) =>
  expression
    .replace(/[()]/g, '')
    .split(/ AND /i)
    .every((part) => part.split(/ OR /i).some((id) => ALLOWED.has(id.trim())));

/**
 * Licences of everything that an installation without development packages contains, on any platform.
 * @param {Record<string, { version?: string, license?: string, dev?: boolean, link?: boolean }>} packages
 *   `packages` of package-lock.json
 * @returns {{ name: string, licence: string, allowed: boolean }[]}
 */
export function listLicences(packages) {
  return Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
    .map(([path, { version, license }]) => {
      const name = `${path.split('node_modules/').pop()}@${version}`;
      const licence = license ?? STATED_ELSEWHERE[name] ?? 'none';
      return { name, licence, allowed: isAllowed(licence) };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

export const readLockedPackages = () =>
  JSON.parse(readFileSync(inRepo('package-lock.json'), 'utf8')).packages;
