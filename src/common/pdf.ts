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

/** The mark of the site (web/public/favicon.svg), 32 units wide. */
const MARK: readonly [path: string, colour: string, width: number][] = [
  ['M9 23V9l14 14V9', '#ffffff', 3],
  ['M6.500 14h19M6.500 18h19', ACCENT, 1.2],
  ['M6 13.700h20M6 18.300h20', '#ffffff', 1.6],
];

/**
 * Draws the head of a receipt, an invoice or a statement: the mark and the shop on the left, the kind of document on the
 * right with its number or its period below.
 */
export function drawHead(pdf: Pdf, shop: string, title: string, below: string): void {
  const width = getContentWidth(pdf);
  const half = width / 2;
  pdf.save().translate(MARGIN, MARGIN);
  pdf.roundedRect(0, 0, 32, 32, 7).fill(ACCENT);
  pdf.lineCap('round').lineJoin('round');
  for (const [path, colour, thickness] of MARK)
    pdf.path(path).lineWidth(thickness).strokeColor(colour).stroke();
  pdf.restore();
  pdf.font(BOLD).fontSize(14).fillColor(INK);
  pdf.text(toPrintable(shop), MARGIN + 44, MARGIN + 7, { width: half - 44 });
  const left = pdf.y;
  pdf.font(BOLD).fontSize(20).fillColor(INK);
  pdf.text(title, MARGIN + half, MARGIN - 2, { width: half, align: 'right' });
  pdf.font(REGULAR).fontSize(10).fillColor(MUTED);
  pdf.text(toPrintable(below), MARGIN + half, pdf.y + 2, { width: half, align: 'right' });
  pdf.y = Math.max(left, pdf.y, MARGIN + 32) + 32;
}

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

export interface PdfColumn {
  readonly title: string;
  /** Part of the content width. */
  readonly share: number;
  /** Figures are on the right. */
  readonly isFigure?: boolean;
}

interface PdfRow {
  readonly cells: readonly string[];
  /** Small, below the first cell. */
  readonly note?: string;
}

const toPosition = (columns: readonly PdfColumn[], index: number, width: number): number =>
  MARGIN + width * columns.slice(0, index).reduce((sum, { share }) => sum + share, 0);

function drawColumnHeads(pdf: Pdf, columns: readonly PdfColumn[]): void {
  const width = getContentWidth(pdf);
  const y = pdf.y;
  pdf.font(BOLD).fontSize(9).fillColor(MUTED);
  columns.forEach(({ title, share, isFigure }, index) =>
    pdf.text(title, toPosition(columns, index, width), y, {
      width: share * width,
      align: isFigure ? 'right' : 'left',
      lineBreak: false,
    }),
  );
  pdf.y = y + 18;
  drawRule(pdf, 1);
}

/** Starts another page where this one has no room above the foot. @returns whether it did. */
export function startPage(pdf: Pdf, height: number): boolean {
  if (pdf.y + height <= pdf.page.height - MARGIN - 56) return false;
  pdf.addPage();
  pdf.y = MARGIN;
  return true;
}

/** Draws a table, and its column heads again on every further page. */
export function drawTable(pdf: Pdf, columns: readonly PdfColumn[], rows: readonly PdfRow[]): void {
  const width = getContentWidth(pdf);
  drawColumnHeads(pdf, columns);
  for (const { cells, note } of rows) {
    const textWidth = (index: number) => columns[index]!.share * width - 8;
    pdf.font(REGULAR).fontSize(10);
    const height = Math.max(
      ...cells.map((cell, index) =>
        pdf.heightOfString(toPrintable(cell), { width: textWidth(index) }),
      ),
    );
    if (startPage(pdf, height + 40)) drawColumnHeads(pdf, columns);
    const y = pdf.y + 10;
    cells.forEach((cell, index) => {
      const { share, isFigure } = columns[index]!;
      pdf.font(REGULAR).fontSize(10).fillColor(INK);
      pdf.text(toPrintable(cell), toPosition(columns, index, width), y, {
        width: isFigure ? share * width : textWidth(index),
        align: isFigure ? 'right' : 'left',
      });
    });
    pdf.y = y + height;
    if (note)
      pdf
        .fontSize(9)
        .fillColor(MUTED)
        .text(toPrintable(note), MARGIN, pdf.y + 2);
    pdf.y += 10;
    drawRule(pdf);
  }
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
