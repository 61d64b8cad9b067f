import type { Download } from '../../common/http/api.decorators';
import {
  BOLD,
  toBuffer,
  INK,
  LINE,
  MARGIN,
  MUTED,
  createPdf,
  toPrintable,
  REGULAR,
  TINT,
  type Pdf,
} from '../../common/pdf';
import { readableTime } from '../../common/time/calendar';
import type { Cell } from 'write-excel-file/node';

type CellKind = 'text' | 'naira' | 'kobo' | 'count' | 'percent' | 'decimal';

interface ReportColumn {
  readonly header: string;
  readonly kind: CellKind;
}

export interface ReportCell {
  readonly value: number;
  readonly kind: CellKind;
}
type ReportValue = string | number | null | ReportCell;
export type ReportRow = readonly ReportValue[];

/** Header → kind of each column. */
export const toColumns = (columns: Record<string, CellKind>): ReportColumn[] =>
  Object.entries(columns).map(([header, kind]) => ({ header, kind }));

const readCell = (
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

const ROW = 22;
const PADDING = 6;

/** Renders an A4 document. */
async function renderPdf(report: Report): Promise<Buffer> {
  const pdf = await createPdf(`${report.siteName}: ${report.title}`, report.createdAt);
  drawHeader(pdf, report);
  for (const table of report.tables) drawTable(pdf, table);
  drawFooters(pdf, report);
  return toBuffer(pdf);
}

function drawHeader(pdf: Pdf, report: Report): void {
  pdf
    .fillColor(MUTED)
    .font(REGULAR)
    .fontSize(10)
    .text(toPrintable(report.siteName), MARGIN, MARGIN);
  pdf.fillColor(INK).font(BOLD).fontSize(22).text(report.title, { paragraphGap: 2 });
  pdf.fillColor(MUTED).font(REGULAR).fontSize(10).text(toPrintable(report.period));
  pdf.moveDown(1.5);
}

/**
 * Widths of the columns of a table: as wide as their texts, the room that is left shared out; without enough, the columns
 * of words give way before those of figures.
 * @param needed width of the widest text of each column.
 */
export function fitColumns(
  needed: readonly number[],
  isText: readonly boolean[],
  width: number,
): number[] {
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
  const spare = width - sum(needed);
  if (spare >= 0) return needed.map((one) => one + spare / needed.length);
  const words = sum(needed.filter((_, index) => isText[index]));
  const room = words + spare;
  if (room < words / 4) return needed.map((one) => (one * width) / sum(needed));
  return needed.map((one, index) => (isText[index] ? (one * room) / words : one));
}

/** More columns are smaller, so that figures are whole. */
const getFontSize = ({ columns }: ReportTable): number => (columns.length > 5 ? 8.5 : 10);

const setFont = (pdf: Pdf, table: ReportTable, isHeader: boolean): Pdf =>
  pdf
    .font(isHeader ? BOLD : REGULAR)
    .fontSize(isHeader ? Math.min(9, getFontSize(table)) : getFontSize(table));

const toTexts = (table: ReportTable, row: ReportRow): string[] =>
  table.columns.map((column, index) => toPrintable(formatCell(readCell(row[index], column))));

function measureColumns(pdf: Pdf, table: ReportTable): number[] {
  const heads = table.columns.map(({ header }) => header);
  const needed = heads.map((head) => setFont(pdf, table, true).widthOfString(head));
  setFont(pdf, table, false);
  for (const row of table.rows)
    toTexts(table, row).forEach((text, index) => {
      needed[index] = Math.max(needed[index]!, pdf.widthOfString(text));
    });
  return fitColumns(
    needed.map((one) => one + 2 * PADDING + 1),
    table.columns.map(({ kind }) => kind === 'text'),
    pdf.page.width - 2 * MARGIN,
  );
}

/** The text, or as much of its beginning as fits. */
function cutText(pdf: Pdf, text: string, width: number): string {
  if (pdf.widthOfString(text) <= width) return text;
  let end = text.length;
  while (end > 0 && pdf.widthOfString(`${text.slice(0, end)}…`) > width) end -= 1;
  return `${text.slice(0, end).trimEnd()}…`;
}

function drawTable(pdf: Pdf, table: ReportTable): void {
  const widths = measureColumns(pdf, table);
  ensureSpace(pdf, ROW * 4);
  pdf.fillColor(INK).font(BOLD).fontSize(13).text(table.title, MARGIN, pdf.y);
  pdf.moveDown(0.5);
  const heads = table.columns.map(({ header }) => header);
  drawRow(pdf, table, widths, heads, { isHeader: true });
  if (!table.rows.length) {
    pdf.fillColor(MUTED).font(REGULAR).fontSize(10);
    pdf.text('Nothing in this period.', MARGIN + PADDING, pdf.y + PADDING);
  }
  for (const row of table.rows)
    drawRow(pdf, table, widths, toTexts(table, row), { share: getShare(table, row) });
  pdf.y += ROW;
}

function drawRow(
  pdf: Pdf,
  table: ReportTable,
  widths: readonly number[],
  cells: readonly string[],
  { isHeader = false, share = 0 }: { isHeader?: boolean; share?: number },
): void {
  ensureSpace(pdf, ROW);
  const { y } = pdf;
  const startOf = (index: number): number =>
    widths.slice(0, index).reduce((sum, width) => sum + width, MARGIN);
  if (share > 0 && table.bars !== undefined)
    pdf
      .rect(
        startOf(table.bars) + PADDING,
        y + 4,
        (widths[table.bars]! - 2 * PADDING) * share,
        ROW - 8,
      )
      .fill(TINT);
  cells.forEach((cell, index) => {
    setFont(pdf, table, isHeader).fillColor(isHeader ? MUTED : INK);
    const width = widths[index]! - 2 * PADDING;
    const text = cutText(pdf, cell, width);
    const isText = table.columns[index]!.kind === 'text';
    const x = startOf(index) + PADDING + (isText ? 0 : width - pdf.widthOfString(text));
    pdf.text(text, x, y + PADDING, { lineBreak: false });
  });
  pdf.moveTo(MARGIN, y + ROW).lineTo(pdf.page.width - MARGIN, y + ROW);
  pdf
    .lineWidth(isHeader ? 1 : 0.5)
    .strokeColor(LINE)
    .stroke();
  pdf.x = MARGIN;
  pdf.y = y + ROW;
}

function drawFooters(pdf: Pdf, { createdAt }: Report): void {
  const created = readableTime(createdAt);
  const { start, count } = pdf.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    pdf.switchToPage(page);
    // Writing below the margin would otherwise start another page.
    pdf.page.margins.bottom = 0;
    const y = pdf.page.height - MARGIN + 16;
    const width = pdf.page.width - 2 * MARGIN;
    pdf.fillColor(MUTED).font(REGULAR).fontSize(8);
    pdf.text(`Issued ${created}, Lagos time. Amounts in naira.`, MARGIN, y, { lineBreak: false });
    pdf.text(`Page ${page + 1} of ${count}`, MARGIN, y, {
      width,
      align: 'right',
      lineBreak: false,
    });
  }
}

/** Starts a new page when the height does not fit on the current one. */
function ensureSpace(pdf: Pdf, height: number): void {
  if (pdf.y + height > pdf.page.height - MARGIN) pdf.addPage();
}

function getShare({ bars, columns, rows }: ReportTable, row: ReportRow): number {
  if (bars === undefined) return 0;
  const read = (other: ReportRow) => Number(readCell(other[bars], columns[bars]!).value ?? 0);
  const max = Math.max(...rows.map(read));
  return max > 0 ? Math.max(0, read(row)) / max : 0;
}

const KOBO = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

export function formatCell({ value, kind }: ReturnType<typeof readCell>): string {
  if (value === null) return '–';
  if (typeof value === 'string') return value;
  const text = value.toLocaleString('en-NG', kind === 'kobo' ? KOBO : {});
  if (kind === 'naira' || kind === 'kobo') return `₦${text}`.replace('₦-', '-₦');
  return kind === 'percent' ? `${text}%` : text;
}

const FORMATS: Record<CellKind, string | undefined> = {
  text: undefined,
  naira: '"₦"#,##0',
  kobo: '"₦"#,##0.00',
  count: '#,##0',
  percent: '0.0"%"',
  decimal: '#,##0.00',
};
const HEADER = { fontWeight: 'bold', backgroundColor: '#E8EFEA' } as const;
const MIN_WIDTH = 14;
const SHEET_NAME_MAX = 31;

/** Renders a workbook with one sheet per table. Numbers are numeric cells. */
async function renderXlsx(report: Report): Promise<Buffer> {
  const { default: writeExcelFile } = await import('write-excel-file/node');
  return writeExcelFile(
    report.tables.map((table) => ({
      sheet: table.title.slice(0, SHEET_NAME_MAX),
      data: toSheetData(report, table),
      columns: getColumnWidths(table),
    })),
  ).toBuffer();
}

function toSheetData(report: Report, table: ReportTable): Cell[][] {
  return [
    [
      {
        value: `${report.siteName}: ${table.title}`,
        type: String,
        fontWeight: 'bold',
        fontSize: 14,
      },
    ],
    [{ value: report.period, type: String, textColor: '#5A635E' }],
    [],
    table.columns.map(({ header, kind }) => ({
      value: header,
      type: String,
      align: kind === 'text' ? 'left' : 'right',
      ...HEADER,
    })),
    ...table.rows.map((row) =>
      table.columns.map((column, index) => toCell(readCell(row[index], column))),
    ),
  ];
}

/** Text cells are typed as strings, so that none is evaluated as a formula. */
function toCell({ value, kind }: ReturnType<typeof readCell>): Cell {
  if (value === null) return { value: '–', type: String, align: 'right' };
  if (typeof value === 'string') return { value, type: String };
  return { value, type: Number, format: FORMATS[kind], align: 'right' };
}

const getColumnWidths = ({ columns, rows }: ReportTable) =>
  columns.map((column, index) => ({
    width: Math.max(
      MIN_WIDTH,
      column.header.length + 2,
      ...rows.map((row) => String(readCell(row[index], column).value ?? '').length + 4),
    ),
  }));

const RENDERERS = {
  pdf: { type: 'application/pdf', render: renderPdf },
  xlsx: {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    render: renderXlsx,
  },
} as const;

/** @param name without its extension. */
export async function renderReport(
  name: string,
  format: keyof typeof RENDERERS,
  report: Report,
): Promise<Download> {
  const { type, render } = RENDERERS[format];
  return { name: `${name}.${format}`, type, content: await render(report) };
}
