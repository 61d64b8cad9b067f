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
} from '../../../common/pdf/pdf-document';
import { readableTime } from '../../../common/time/zone';
import type { CellKind, Report, ReportTable } from './report.types';

const ROW = 22;
const PADDING = 6;

/** An A4 report of as many pages as it takes. */
export function pdfReport(report: Report): Promise<Buffer> {
  const pdf = createPdf(`${report.siteName}: ${report.title}`, report.madeAt);
  drawHead(pdf, report);
  for (const table of report.tables) drawTable(pdf, table);
  drawFeet(pdf, report);
  return toBuffer(pdf);
}

function drawHead(pdf: Pdf, report: Report): void {
  pdf
    .fillColor(MUTED)
    .font(REGULAR)
    .fontSize(10)
    .text(toPrintable(report.siteName), MARGIN, MARGIN);
  pdf.fillColor(INK).font(BOLD).fontSize(22).text(report.title, { paragraphGap: 2 });
  pdf.fillColor(MUTED).font(REGULAR).fontSize(10).text(toPrintable(report.span));
  pdf.moveDown(1.5);
}

function drawTable(pdf: Pdf, table: ReportTable): void {
  room(pdf, ROW * 4);
  pdf.fillColor(INK).font(BOLD).fontSize(13).text(table.title, MARGIN, pdf.y);
  pdf.moveDown(0.5);
  drawRow(
    pdf,
    table,
    table.columns.map(({ header }) => header),
    { head: true },
  );
  if (!table.rows.length) {
    pdf.fillColor(MUTED).font(REGULAR).fontSize(10);
    pdf.text('Nothing in this period.', MARGIN + PADDING, pdf.y + PADDING);
  }
  for (const row of table.rows) {
    const cells = row.map((value, index) => shown(value, table.columns[index]!.kind));
    drawRow(pdf, table, cells, { share: shareOf(table, row) });
  }
  pdf.y += ROW;
}

function drawRow(
  pdf: Pdf,
  table: ReportTable,
  cells: string[],
  { head = false, share = 0 }: { head?: boolean; share?: number },
): void {
  room(pdf, ROW);
  const { y } = pdf;
  const width = (pdf.page.width - 2 * MARGIN) / cells.length;
  if (share > 0 && table.bars !== undefined)
    pdf
      .rect(MARGIN + table.bars * width + PADDING, y + 4, (width - 2 * PADDING) * share, ROW - 8)
      .fill(TINT);
  cells.forEach((cell, index) => {
    pdf
      .fillColor(head ? MUTED : INK)
      .font(head ? BOLD : REGULAR)
      .fontSize(head ? 9 : 10);
    pdf.text(toPrintable(cell), MARGIN + index * width + PADDING, y + PADDING, {
      width: width - 2 * PADDING,
      height: ROW - PADDING,
      align: table.columns[index]!.kind === 'text' ? 'left' : 'right',
      lineBreak: false,
      ellipsis: true,
    });
  });
  pdf.moveTo(MARGIN, y + ROW).lineTo(pdf.page.width - MARGIN, y + ROW);
  pdf
    .lineWidth(head ? 1 : 0.5)
    .strokeColor(LINE)
    .stroke();
  pdf.x = MARGIN;
  pdf.y = y + ROW;
}

function drawFeet(pdf: Pdf, { madeAt }: Report): void {
  const made = readableTime(madeAt);
  const { start, count } = pdf.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    pdf.switchToPage(page);
    // Writing below the margin would otherwise start another page.
    pdf.page.margins.bottom = 0;
    const y = pdf.page.height - MARGIN + 16;
    const width = pdf.page.width - 2 * MARGIN;
    pdf.fillColor(MUTED).font(REGULAR).fontSize(8);
    pdf.text(`Made ${made}, Lagos time. Amounts in naira.`, MARGIN, y, { lineBreak: false });
    pdf.text(`Page ${page + 1} of ${count}`, MARGIN, y, {
      width,
      align: 'right',
      lineBreak: false,
    });
  }
}

/** Starts a page when what comes next does not fit on this one. */
function room(pdf: Pdf, height: number): void {
  if (pdf.y + height > pdf.page.height - MARGIN) pdf.addPage();
}

function shareOf({ bars, rows }: ReportTable, row: readonly (string | number | null)[]): number {
  if (bars === undefined) return 0;
  const most = Math.max(...rows.map((other) => Number(other[bars] ?? 0)));
  return most > 0 ? Math.max(0, Number(row[bars] ?? 0)) / most : 0;
}

function shown(value: string | number | null, kind: CellKind): string {
  if (value === null) return '–';
  if (typeof value === 'string') return value;
  const text = value.toLocaleString('en-NG');
  if (kind === 'naira') return `₦${text}`;
  return kind === 'percent' ? `${text}%` : text;
}
