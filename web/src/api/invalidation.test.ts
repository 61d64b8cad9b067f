import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isKeyOfPath, INVALIDATED_PATHS, PATHS_INVALIDATED_BY_PAYMENT } from './invalidation';

const hooks = join(__dirname, 'generated', 'hooks');
const sources = readdirSync(hooks, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.startsWith('model'))
  .map((file) => readFileSync(join(hooks, file), 'utf8'))
  .join('\n');

/** `'api','v1','admin','users',id, ...(params ? [params]: [])` → /admin/users/* */
const toPath = (key: string): string =>
  key
    .replace(/,\s*\.\.\.[^]*/, '')
    .split(',')
    .map((segment) => segment.trim())
    .map((segment) => (segment.startsWith("'") ? segment.slice(1, -1) : '*'))
    .slice(2)
    .map((segment) => `/${segment}`)
    .join('');

const keys = [
  ...sources.matchAll(/const (get\w+QueryKey) = \(([^)]*)\) => \{\s*return \[([^;]*)\] as const/g),
].map(([, name = '', parameters = '', key = '']) => ({
  name,
  key,
  parameters: [...parameters.matchAll(/(\w+)\?:/g)].map(([, parameter = '']) => parameter),
  path: toPath(key),
}));

describe('INVALIDATED_PATHS', () => {
  it.each(Object.keys(INVALIDATED_PATHS))(
    'the generated client has the mutation %s',
    (mutation) => {
      expect(sources).toContain(`const mutationKey = ['${mutation}'];`);
    },
  );

  it.each([
    ...new Set([...Object.values(INVALIDATED_PATHS).flat(), ...PATHS_INVALIDATED_BY_PAYMENT]),
  ])('the generated client has a query for the path %s', (path) =>
    expect(keys.map(({ path: known }) => known)).toContain(path),
  );
});

describe('what a mutation changes', () => {
  it.each([
    // Traffic that was bought moves the projected end of the traffic.
    ['addTraffic', '/user/usage'],
    ['renewProxy', '/user/usage'],
    // Counts the active proxies, and says which of those that expire soon are renewed automatically.
    ['setAutoRenew', '/payments/dashboard'],
    ['suspendProxy', '/payments/dashboard'],
    ['resumeProxy', '/payments/dashboard'],
    // What members and keys have set up ends with them.
    ['changeMember', '/user/proxies/*'],
    ['removeMember', '/payments/dashboard'],
    ['removeMember', '/user/proxies/*/list-token'],
    ['removeApiKey', '/user/proxies/*/list-token'],
    ['decideSecurityReview', '/user/proxies/*/list-token'],
  ])('%s should reload %s', (mutation, path) =>
    expect(INVALIDATED_PATHS[mutation]).toContain(path),
  );
});

describe('isKeyOfPath', () => {
  it.each([
    ['/admin/users', ['api', 'v1', 'admin', 'users'], true],
    ['/admin/users', ['api', 'v1', 'admin', 'users', { page: 2 }], true],
    ['/admin/users', ['api', 'v1', 'admin', 'users', 7], false],
    ['/admin/users/*', ['api', 'v1', 'admin', 'users', 7], true],
    ['/admin/users/*', ['api', 'v1', 'admin', 'users', { page: 2 }], false],
    ['/admin/users/*', ['api', 'v1', 'admin', 'users', 7, 'wallet', { page: 2 }], false],
    ['/admin/users/*/wallet', ['api', 'v1', 'admin', 'users', 7, 'wallet', { page: 2 }], true],
    ['/wallet', ['priceQuote', 1], false],
  ])('should compare path %s with key %j as %j', (path, key, expected) => {
    expect(isKeyOfPath(key, path)).toBe(expected);
  });
});

describe('query keys of the generated client', () => {
  it('should be parsed from the generated client', () => expect(keys.length).toBeGreaterThan(30));

  it.each(keys.filter(({ parameters }) => parameters.length > 0))(
    '$name should contain every parameter of the request',
    ({ key, parameters }) => {
      parameters.forEach((parameter) => expect(key).toMatch(new RegExp(`\\b${parameter}\\b`)));
    },
  );
});
