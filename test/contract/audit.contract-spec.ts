import { readdirSync, readFileSync } from 'node:fs';
import type { AuditValue } from '../../src/audit/audit-changes.types';
import { inRepo } from '../support/repo';

/** Files that write audit rows. */
const writers = readdirSync(inRepo('src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'))
  .map((path) => ({ path, text: readFileSync(inRepo('src', path), 'utf8') }))
  .filter(({ text }) => /\bAuditService\b/.test(text));

describe('Writers of audit rows', () => {
  // spec: R7.27
  it('pass amounts as Money or NairaNumber, whose paths are marked, and never as plain text or number', () => {
    expect(writers.length).toBeGreaterThan(30);
    const unmarked = writers.flatMap(({ path, text }) =>
      text
        .split('\n')
        .filter((line) => /\.toDecimalString\(|\.toNaira\(/.test(line))
        .filter((line) => !/new NairaNumber\(.*\.toNaira\(\)\)/.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    );
    expect(unmarked).toEqual([]);
  });

  // spec: R7.27
  it('do not compile with a bare number', () => {
    // Compiles while a bare number, which may be an amount, is no value of a row.
    const acceptsNumber: number extends AuditValue ? true : false = false;
    expect(acceptsNumber).toBe(false);
  });
});
