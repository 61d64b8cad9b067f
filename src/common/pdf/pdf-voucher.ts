import { BOLD, INK, LINE, MARGIN, MUTED, type Pdf, REGULAR, toPrintable } from './pdf-document';

// Parts of a page about one amount, such as a receipt or an invoice. They draw from `pdf.y` on and move it.

export const getContentWidth = (pdf: Pdf): number => pdf.page.width - 2 * MARGIN;

/** Draws a label with its lines below. @returns the y position after it. */
export function drawField(
  pdf: Pdf,
  x: number,
  y: number,
  width: number,
  label: string,
  lines: readonly string[],
): number {
  pdf.font(REGULAR).fontSize(9).fillColor(MUTED).text(label, x, y, { width });
  lines.forEach((line, index) => {
    pdf
      .font(index === 0 ? BOLD : REGULAR)
      .fontSize(10)
      .fillColor(INK);
    pdf.text(toPrintable(line), x, pdf.y + 3, { width });
  });
  return pdf.y;
}

function drawRule(pdf: Pdf, thickness = 0.5): void {
  pdf.moveTo(MARGIN, pdf.y).lineTo(pdf.page.width - MARGIN, pdf.y);
  pdf.lineWidth(thickness).strokeColor(LINE).stroke();
}

/** Draws a table of one row. @param note small, below the description. */
export function drawItem(pdf: Pdf, description: string, price: string, note?: string): void {
  const width = getContentWidth(pdf);
  const amount = width * 0.3;
  pdf.font(BOLD).fontSize(9).fillColor(MUTED);
  const head = pdf.y;
  pdf.text('Description', MARGIN, head, { lineBreak: false });
  pdf.text('Amount', MARGIN, head, { width, align: 'right' });
  pdf.y = head + 18;
  drawRule(pdf, 1);
  const row = pdf.y + 12;
  pdf.font(REGULAR).fontSize(10).fillColor(INK);
  pdf.text(price, MARGIN + width - amount, row, {
    width: amount,
    align: 'right',
    lineBreak: false,
  });
  pdf.text(toPrintable(description), MARGIN, row, { width: width - amount - 12 });
  if (note !== undefined)
    pdf
      .fontSize(9)
      .fillColor(MUTED)
      .text(note, MARGIN, pdf.y + 2);
  pdf.y += 12;
  drawRule(pdf);
}

/** Draws a label and a value in the right half. @param size of the value in points. */
export function drawSum(pdf: Pdf, label: string, value: string, size: number): void {
  const half = getContentWidth(pdf) / 2;
  const x = MARGIN + half;
  const y = pdf.y + 12;
  pdf.font(REGULAR).fontSize(10).fillColor(MUTED);
  pdf.text(label, x, y + (size - 10) * 0.6, { lineBreak: false });
  pdf.font(BOLD).fontSize(size).fillColor(INK);
  pdf.text(value, x, y, { width: half, align: 'right' });
}

/** Draws two sentences at the bottom of the page. */
export function drawFooter(pdf: Pdf, first: string, second: string): void {
  // Text below the bottom margin would start another page.
  pdf.page.margins.bottom = 0;
  pdf.y = pdf.page.height - MARGIN - 44;
  drawRule(pdf);
  const width = getContentWidth(pdf);
  pdf.font(REGULAR).fontSize(9).fillColor(MUTED);
  pdf.text(first, MARGIN, pdf.y + 12, { width });
  pdf.text(second, MARGIN, pdf.y + 4, { width });
}
