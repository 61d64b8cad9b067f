import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { STALE_AFTER, STALE_AFTER_PAYMENT } from './invalidation';

const hooks = join(__dirname, 'generated', 'hooks');
const sources = readdirSync(hooks, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.startsWith('model'))
  .map((file) => readFileSync(join(hooks, file), 'utf8'))
  .join('\n');

describe('the table of what a mutation makes stale', () => {
  it.each(Object.keys(STALE_AFTER))('knows the mutation %s of the generated client', (mutation) => {
    expect(sources).toContain(`const mutationKey = ['${mutation}'];`);
  });

  it.each([...new Set([...Object.values(STALE_AFTER).flat(), ...STALE_AFTER_PAYMENT])])(
    'knows the query %s of the generated client',
    (query) => expect(sources).toMatch(new RegExp(`return \\[\\s*["']${query}["']`)),
  );
});

describe('the keys of the generated client', () => {
  const keys = [
    ...sources.matchAll(
      /const (get\w+QueryKey) = \(([^)]*)\) => \{\s*return \[([^;]*)\] as const/g,
    ),
  ].map(([, name = '', parameters = '', key = '']) => ({
    name,
    key,
    parameters: [...parameters.matchAll(/(\w+)\?:/g)].map(([, parameter = '']) => parameter),
  }));

  it('are found', () => expect(keys.length).toBeGreaterThan(30));

  it.each(keys.filter(({ parameters }) => parameters.length > 0))(
    '$name tells answers about different things apart',
    ({ key, parameters }) => {
      parameters.forEach((parameter) => expect(key).toMatch(new RegExp(`\\b${parameter}\\b`)));
    },
  );
});
