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
} from '../../../common/pdf';
import { readableTime } from '../../../common/time/calendar';
import { readCell, type Report, type ReportRow, type ReportTable } from './report.types';

const ROW = 22;
const PADDING = 6;

/** Renders an A4 document. */
export async function renderPdf(report: Report): Promise<Buffer> {
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

function drawTable(pdf: Pdf, table: ReportTable): void {
  ensureSpace(pdf, ROW * 4);
  pdf.fillColor(INK).font(BOLD).fontSize(13).text(table.title, MARGIN, pdf.y);
  pdf.moveDown(0.5);
  drawRow(
    pdf,
    table,
    table.columns.map(({ header }) => header),
    { isHeader: true },
  );
  if (!table.rows.length) {
    pdf.fillColor(MUTED).font(REGULAR).fontSize(10);
    pdf.text('Nothing in this period.', MARGIN + PADDING, pdf.y + PADDING);
  }
  for (const row of table.rows) {
    const cells = table.columns.map((column, index) => formatCell(readCell(row[index], column)));
    drawRow(pdf, table, cells, { share: getShare(table, row) });
  }
  pdf.y += ROW;
}

function drawRow(
  pdf: Pdf,
  table: ReportTable,
  cells: string[],
  { isHeader = false, share = 0 }: { isHeader?: boolean; share?: number },
): void {
  ensureSpace(pdf, ROW);
  const { y } = pdf;
  const width = (pdf.page.width - 2 * MARGIN) / cells.length;
  if (share > 0 && table.bars !== undefined)
    pdf
      .rect(MARGIN + table.bars * width + PADDING, y + 4, (width - 2 * PADDING) * share, ROW - 8)
      .fill(TINT);
  cells.forEach((cell, index) => {
    pdf
      .fillColor(isHeader ? MUTED : INK)
      .font(isHeader ? BOLD : REGULAR)
      .fontSize(isHeader ? 9 : 10);
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

function formatCell({ value, kind }: ReturnType<typeof readCell>): string {
  if (value === null) return '–';
  if (typeof value === 'string') return value;
  const text = value.toLocaleString('en-NG');
  if (kind === 'naira') return `₦${text}`;
  return kind === 'percent' ? `${text}%` : text;
}
