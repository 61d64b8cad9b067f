export type Pdf = PDFKit.PDFDocument;

/** Colours of the documents. */
export const INK = '#1b1f1d';
export const MUTED = '#5a635e';
export const LINE = '#d8dedb';
export const ACCENT = '#0f6b3f';
export const TINT = '#cfe3d7';
/** Points. */
export const MARGIN = 56;

/** Embedded fonts with the naira sign and the letters of Nigerian names. */
export const REGULAR = 'Inter';
export const BOLD = 'Inter-SemiBold';
const FONT_FILES = {
  [REGULAR]: require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  [BOLD]: require.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
};

/** Creates an empty A4 document with the fonts and a coloured line along the top. */
export async function createPdf(title: string, madeAt: Date): Promise<Pdf> {
  // Loaded when needed: with its fonts it takes a twentieth of a process's start.
  const { default: PDFDocument } = await import('pdfkit');
  const pdf = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    bufferPages: true,
    info: { Title: toPrintable(title), CreationDate: madeAt },
  });
  for (const [name, file] of Object.entries(FONT_FILES)) pdf.registerFont(name, file);
  pdf.rect(0, 0, pdf.page.width, 6).fill(ACCENT);
  return pdf;
}

/** Ends the document. @returns the file. */
export function toBuffer(pdf: Pdf): Promise<Buffer> {
  const done = new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = [];
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
  pdf.end();
  return done;
}

/** One line without control and format characters, which the fonts cannot draw. */
export const toPrintable = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\p{Cf}\p{Cs}\p{Co}]/gu, '');

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
