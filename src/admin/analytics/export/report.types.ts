export type CellKind = 'text' | 'naira' | 'count' | 'percent' | 'decimal';

export interface ReportColumn {
  readonly header: string;
  readonly kind: CellKind;
}

export interface ReportTable {
  readonly title: string;
  readonly columns: readonly ReportColumn[];
  /** A null is a dash. */
  readonly rows: readonly (readonly (string | number | null)[])[];
  /** Index of the column whose figures are drawn as bars; none when left out. */
  readonly bars?: number;
}

/** What a report says, whatever file it becomes. */
export interface Report {
  readonly siteName: string;
  readonly title: string;
  /** E.g. `21 Oct 2026 to 20 Nov 2026`. */
  readonly span: string;
  readonly madeAt: Date;
  readonly tables: readonly ReportTable[];
}

/** A file made of it. */
export interface ReportFile {
  readonly name: string;
  readonly type: string;
  readonly content: Buffer;
}
