/** A statement of the requirements and the tests that show it. */
export interface Row {
  readonly number: string;
  readonly section: string;
  readonly at: number;
  readonly statement: string;
  readonly proofs: readonly Proof[];
}

export interface Proof {
  readonly file: string;
  /** Words out of the titles of its tests. */
  readonly titles: readonly string[];
}

const ROW = /^\|\s*([A-Z]\d+)\.(\d+)\s*\|(.*)\|\s*$/;
const TEST_FILE = /\.tsx?$/;
/** A text that is followed by a function: what it, test and describe are called with. */
const TITLE = /(['"`])((?:\\.|(?!\1)[^\\\n])*)\1,\s*(?:async\s*)?(?:function\b|\(|\w+\s*=>)/g;

/** In the last cell, every file in backticks begins what the titles after it belong to. */
function proofsIn(cell: string): Proof[] {
  const proofs: { file: string; titles: string[] }[] = [];
  for (const [, text = ''] of cell.matchAll(/`([^`]+)`/g)) {
    if (TEST_FILE.test(text)) proofs.push({ file: text, titles: [] });
    else proofs.at(-1)?.titles.push(text);
  }
  return proofs;
}

export function rowsOf(document: string): Row[] {
  return document.split('\n').flatMap((line) => {
    const [, section, at, rest] = ROW.exec(line) ?? [];
    if (!section || !at || rest === undefined) return [];
    const cells = rest.split(/(?<!\\)\|/);
    const statement = (cells[0] ?? '').trim();
    const proofs = proofsIn(cells.slice(1).join('|'));
    return [{ number: `${section}.${at}`, section, at: Number(at), statement, proofs }];
  });
}

export const titlesIn = (source: string): string[] =>
  [...source.matchAll(TITLE)].map(([, , title = '']) => title.replace(/\\(['"`\\])/g, '$1'));

/**
 * What is wrong with a document; nothing when it holds.
 * @param read the source of a test file, or null where there is none
 */
export function problemsOf(document: string, read: (file: string) => string | null): string[] {
  const problems: string[] = [];
  const known = new Map<string, readonly string[] | null>();
  const titlesOf = (file: string): readonly string[] | null => {
    if (!known.has(file)) {
      const source = read(file);
      known.set(file, source === null ? null : titlesIn(source));
    }
    return known.get(file) ?? null;
  };
  const last = new Map<string, number>();
  for (const { number, section, at, statement, proofs } of rowsOf(document)) {
    const expected = (last.get(section) ?? 0) + 1;
    if (at !== expected) problems.push(`${number} stands where ${section}.${expected} should`);
    last.set(section, at);
    if (statement === '') problems.push(`${number} states nothing`);
    if (proofs.length === 0) problems.push(`${number} names no test`);
    for (const { file, titles } of proofs) {
      const there = titlesOf(file);
      if (!there) problems.push(`${number} names ${file}, which is not there`);
      if (titles.length === 0) problems.push(`${number} names no title in ${file}`);
      for (const title of there ? titles : [])
        if (!there?.some((text) => text.includes(title)))
          problems.push(`${number}: no test of ${file} is called "${title}"`);
    }
  }
  return problems;
}
