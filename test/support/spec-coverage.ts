/** A statement of the requirements, as a row of a coverage document. */
export interface Row {
  /** Stable id, such as "C2.15": document, section, statement. */
  readonly id: string;
  readonly section: string;
  readonly at: number;
  readonly statement: string;
}

const ROW = /^\|\s*([A-Z]\d+)\.(\d+)\s*\|(.*)\|\s*$/;
const MARKER = /^\s*\/\/ spec: (.+)$/gm;

export function parseRows(document: string): Row[] {
  return document.split('\n').flatMap((line) => {
    const [, section, at, statement] = ROW.exec(line) ?? [];
    if (!section || !at || statement === undefined) return [];
    return [{ id: `${section}.${at}`, section, at: Number(at), statement: statement.trim() }];
  });
}

/** Ids named by the `// spec:` comments of a test file. */
export const parseMarkers = (source: string): string[] =>
  [...source.matchAll(MARKER)].flatMap(([, ids = '']) => ids.split(',').map((id) => id.trim()));

/** @returns what is wrong with the numbering and wording of a document; empty when nothing is. */
export function findNumberingProblems(document: string): string[] {
  const problems: string[] = [];
  const last = new Map<string, number>();
  for (const { id, section, at, statement } of parseRows(document)) {
    const expected = (last.get(section) ?? 0) + 1;
    if (at !== expected) problems.push(`${id} stands where ${section}.${expected} should`);
    last.set(section, at);
    if (statement === '') problems.push(`${id} states nothing`);
  }
  return problems;
}

/**
 * Compares the ids of all documents with the markers in the tests.
 * @param markersByFile test file → ids it names
 * @returns statements without a test, and markers without a statement
 */
export function findCoverageProblems(
  ids: readonly string[],
  markersByFile: ReadonlyMap<string, readonly string[]>,
): string[] {
  const known = new Set(ids);
  const covered = new Set([...markersByFile.values()].flat());
  return [
    ...ids.filter((id) => !covered.has(id)).map((id) => `${id} has no test`),
    ...[...markersByFile].flatMap(([file, markers]) =>
      markers
        .filter((id) => !known.has(id))
        .map((id) => `${file} names ${id}, which does not exist`),
    ),
  ];
}
