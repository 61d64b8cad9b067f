import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHANGES_NOTHING_SHOWN, isMutationShown } from './invalidation';

const folder = join(__dirname, 'generated');
const sources = readdirSync(folder)
  .map((file) => readFileSync(join(folder, file), 'utf8'))
  .join('\n');

const keys = [
  ...sources.matchAll(/const (get\w+QueryKey) = \(([^)]*)\) => \{\s*return \[([^;]*)\] as const/g),
].map(([, name = '', parameters = '', key = '']) => ({
  name,
  key,
  parameters: [...parameters.matchAll(/(\w+)\?:/g)].map(([, parameter = '']) => parameter),
}));

describe('mutations', () => {
  it.each([...CHANGES_NOTHING_SHOWN])('the generated client has %s', (mutation) => {
    expect(sources).toContain(`const mutationKey = ['${mutation}'];`);
  });

  it.each([
    ['buyProxies', true],
    ['adminSaveSettings', true],
    ['quoteOrder', false],
    [undefined, false],
  ])('%s should reload what is shown: %s', (operation, expected) => {
    expect(isMutationShown(operation)).toBe(expected);
  });
});

describe('query keys of the generated client', () => {
  it('should be parsed from the generated client', () => expect(keys.length).toBeGreaterThan(30));

  it.each(keys)('$name should begin as the filter of what is reloaded', ({ key }) => {
    expect(key.trim()).toMatch(/^'api',\s*'v1',/);
  });

  it.each(keys.filter(({ parameters }) => parameters.length > 0))(
    '$name should contain every parameter of the request',
    ({ key, parameters }) => {
      parameters.forEach((parameter) => expect(key).toMatch(new RegExp(`\\b${parameter}\\b`)));
    },
  );
});
