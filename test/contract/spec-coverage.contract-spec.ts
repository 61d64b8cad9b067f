import { readdirSync, readFileSync } from 'node:fs';
import { inRepo } from '../support/repo';
import {
  findCoverageProblems,
  findNumberingProblems,
  parseMarkers,
  parseRows,
} from '../support/spec-coverage';

const TEST_FILE = /(\.(test|spec)|-spec|\.suite|\.contract)\.tsx?$/;
const DOCUMENTS = readdirSync(inRepo('docs'))
  .filter((name) => /-coverage.*\.md$/.test(name))
  .map((name) => `docs/${name}`);

const testFiles = ['src', 'test', 'web/src', 'bench'].flatMap((folder) =>
  readdirSync(inRepo(folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => TEST_FILE.test(name))
    .map((name) => `${folder}/${name}`),
);
const read = (file: string): string => readFileSync(inRepo(file), 'utf8');

it('should cover the requirements and the money invariants', () => {
  expect(DOCUMENTS).toEqual(
    expect.arrayContaining([
      'docs/spec-coverage.md',
      'docs/spec-coverage-admin.md',
      'docs/money-coverage.md',
    ]),
  );
});

it('should state something in every table row and number the statements without gaps', () => {
  const problems = DOCUMENTS.flatMap((document) => {
    const text = read(document);
    const tableRows = text.split('\n').filter((line) => /^\|(?!\s*(?:#|:?-))/.test(line));
    const rows = parseRows(text);
    const unread = tableRows.length === rows.length ? [] : ['has a row that states nothing'];
    const empty = rows.length > 10 ? [] : ['has hardly a statement'];
    return [...unread, ...empty, ...findNumberingProblems(text)].map((it) => `${document}: ${it}`);
  });
  expect(problems).toEqual([]);
});

it('should have a test for every statement and a statement for every marker', () => {
  const ids = DOCUMENTS.flatMap((document) => parseRows(read(document)).map(({ id }) => id));
  const markers = new Map(testFiles.map((file) => [file, parseMarkers(read(file))]));
  expect(findCoverageProblems(ids, markers)).toEqual([]);
});

describe('coverage check', () => {
  const table = (...rows: string[]): string => rows.map((row) => `| ${row} |`).join('\n');

  it('should accept rows and sections in order', () => {
    expect(findNumberingProblems(table('C1.1 | One', 'C1.2 | Two', 'C2.1 | Three'))).toEqual([]);
  });

  it('should report gaps, repeated numbers and empty rows', () => {
    expect(findNumberingProblems(table('C1.2 | Two'))).toEqual(['C1.2 stands where C1.1 should']);
    expect(findNumberingProblems(table('C1.1 | One', 'C1.1 | One'))).toEqual([
      'C1.1 stands where C1.2 should',
    ]);
    expect(findNumberingProblems(table('C1.1 |  '))).toEqual(['C1.1 states nothing']);
  });

  it('should report a statement without a test', () => {
    expect(findCoverageProblems(['C1.1', 'C1.2'], new Map([['a.ts', ['C1.1']]]))).toEqual([
      'C1.2 has no test',
    ]);
  });

  it('should report a marker without a statement', () => {
    expect(findCoverageProblems([], new Map([['a.ts', ['C1.1']]]))).toEqual([
      'a.ts names C1.1, which does not exist',
    ]);
  });

  it('should read markers from comment lines only', () => {
    const source = `  // spec: C1.1, M2.3\n  it('is', () => expect('// spec: C9.9').toBe(1));`;
    expect(parseMarkers(source)).toEqual(['C1.1', 'M2.3']);
  });
});
