export type CellKind = 'text' | 'naira' | 'count' | 'percent' | 'decimal';

export interface ReportColumn {
  readonly header: string;
  readonly kind: CellKind;
}

export interface ReportCell {
  readonly value: number;
  readonly kind: CellKind;
}
export type ReportValue = string | number | null | ReportCell;
export type ReportRow = readonly ReportValue[];

export const readCell = (
  cell: ReportValue | undefined,
  column: ReportColumn,
): { value: string | number | null; kind: CellKind } =>
  typeof cell === 'object' && cell !== null ? cell : { value: cell ?? null, kind: column.kind };

export interface ReportTable {
  readonly title: string;
  readonly columns: readonly ReportColumn[];
  /** A null is rendered as a dash. A cell of another kind than its column names it. */
  readonly rows: readonly ReportRow[];
  /** Index of the column drawn as bars; none when left out. */
  readonly bars?: number;
}

/** Content of a report, independent of the file format. */
export interface Report {
  readonly siteName: string;
  readonly title: string;
  /** E.g. `21 Oct 2026 to 20 Nov 2026`. */
  readonly period: string;
  readonly createdAt: Date;
  readonly tables: readonly ReportTable[];
}

/** A report rendered as a file. */
export interface ReportFile {
  readonly name: string;
  readonly type: string;
  readonly content: Buffer;
}
