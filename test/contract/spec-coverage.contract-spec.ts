import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { inRepo } from '../support/repo';
import { problemsOf, rowsOf, titlesIn } from '../support/spec-coverage';

const DOCUMENTS = readdirSync(inRepo('docs'))
  .filter((name) => /-coverage.*\.md$/.test(name))
  .map((name) => `docs/${name}`);
const read = (file: string): string | null =>
  existsSync(inRepo(file)) ? readFileSync(inRepo(file), 'utf8') : null;

it('The requirements and the promises about money are written down', () => {
  expect(DOCUMENTS).toEqual(
    expect.arrayContaining(['docs/spec-coverage.md', 'docs/money-coverage.md']),
  );
});

describe.each(DOCUMENTS)('%s', (document) => {
  const text = readFileSync(inRepo(document), 'utf8');

  it('states something in every row of its tables', () => {
    const tableRows = text.split('\n').filter((line) => /^\|(?!\s*(?:#|:?-))/.test(line));
    expect(tableRows.length).toBeGreaterThan(50);
    expect(tableRows).toHaveLength(rowsOf(text).length);
  });

  it('numbers its statements without gaps and shows each by tests that are there', () => {
    expect(problemsOf(text, read)).toEqual([]);
  });
});

describe('The check of these documents', () => {
  const files: Record<string, string> = {
    'a.ts': `it('shows it', () => {}); it.each([1])(\n  'shows %d of them',\n  async (n) => {},\n);`,
  };
  const check = (...rows: string[]) =>
    problemsOf(rows.map((row) => `| ${row} |`).join('\n'), (file) => files[file] ?? null);

  it('is content with rows in order that name tests', () => {
    const rows = ['C1.1 | One | `a.ts` › `shows it`', 'C1.2 | Two | `a.ts` › `shows %d`, `it`'];
    expect(check(...rows)).toEqual([]);
    expect(check(...rows, 'C2.1 | A new section | `a.ts` › `of them`')).toEqual([]);
  });

  it.each([
    ['a gap', ['C1.2 | Two | `a.ts` › `shows it`'], 'C1.2 stands where C1.1 should'],
    [
      'a number given twice',
      ['C1.1 | One | `a.ts` › `shows it`', 'C1.1 | One | `a.ts` › `shows it`'],
      'C1.1 stands where C1.2 should',
    ],
    ['a row without a test', ['C1.1 | One | later'], 'C1.1 names no test'],
    ['a row without a statement', ['C1.1 | | `a.ts` › `shows it`'], 'C1.1 states nothing'],
    ['a file alone', ['C1.1 | One | `a.ts`'], 'C1.1 names no title in a.ts'],
    ['a file that is gone', ['C1.1 | One | `b.ts` › `x`'], 'C1.1 names b.ts, which is not there'],
    [
      'a title that is gone',
      ['C1.1 | One | `a.ts` › `shows all`'],
      'C1.1: no test of a.ts is called "shows all"',
    ],
  ])('notices %s', (_what, rows, problem) => {
    expect(check(...rows)).toEqual([problem]);
  });

  it('takes no other text of a test for its title', () => {
    expect(titlesIn(`it('is this', () => expect('not this').toBe('nor this'));`)).toEqual([
      'is this',
    ]);
  });
});
