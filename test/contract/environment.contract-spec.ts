import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { envSchema } from '../../src/config/env.schema';
import { inRepo } from '../support/repo';

const text = readFileSync(inRepo('.env.example'), 'utf8');
const example = parseEnv(text);

describe('.env.example', () => {
  it('should name exactly the variables that the platform reads', () => {
    expect(Object.keys(example).sort()).toEqual(Object.keys(envSchema.shape).sort());
  });

  it('should show the default of every variable', () => {
    expect(envSchema.parse(example)).toEqual(envSchema.parse({}));
  });

  it('should give a number or a word as every default', () => {
    const defaults = envSchema.parse({});
    const unexplained = Object.entries(defaults).filter(
      ([name, value]) => value !== undefined && !example[name],
    );
    expect(unexplained.map(([name]) => name)).toEqual([]);
  });

  it('should explain every variable in a comment above it', () => {
    const lines = text.split('\n');
    const bare = lines.filter(
      (line, index) =>
        /^[A-Z0-9_]+=/.test(line) &&
        !lines
          .slice(0, index)
          .reverse()
          .find((above) => !/^[A-Z0-9_]+=/.test(above))
          ?.startsWith('#'),
    );
    expect(bare).toEqual([]);
  });
});

describe('README.md table', () => {
  const rows = [
    ...readFileSync(inRepo('README.md'), 'utf8').matchAll(
      /^\| `([A-Z0-9_]+)` +\| (?:`([^`]*)`)? +\|/gm,
    ),
  ];

  it('should contain every variable with its default', () => {
    const table = Object.fromEntries(rows.map(([, name, value]) => [name!, value ?? '']));
    expect(Object.keys(table).sort()).toEqual(Object.keys(envSchema.shape).sort());
    expect(envSchema.parse(table)).toEqual(envSchema.parse({}));
  });
});
