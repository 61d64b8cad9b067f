import PDFDocument from 'pdfkit';

export type Pdf = PDFKit.PDFDocument;

/** What the shop's papers look like. */
export const INK = '#1b1f1d';
export const MUTED = '#5a635e';
export const LINE = '#d8dedb';
export const ACCENT = '#0f6b3f';
export const TINT = '#cfe3d7';
/** Points. */
export const MARGIN = 56;

/** Fonts that know the naira sign and the letters of Nigerian names; their glyphs go into the file. */
export const REGULAR = 'Inter';
export const BOLD = 'Inter-SemiBold';
const FONT_FILES = {
  [REGULAR]: require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  [BOLD]: require.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
};

/** An empty A4 document with the shop's fonts and a line of its colour along the top. */
export function newPdf(title: string, madeAt: Date): Pdf {
  const pdf = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    bufferPages: true,
    info: { Title: printable(title), CreationDate: madeAt },
  });
  for (const [name, file] of Object.entries(FONT_FILES)) pdf.registerFont(name, file);
  pdf.rect(0, 0, pdf.page.width, 6).fill(ACCENT);
  return pdf;
}

/** Ends the document. @returns the file. */
export function bytesOf(pdf: Pdf): Promise<Buffer> {
  const done = new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = [];
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
  pdf.end();
  return done;
}

/** Text as one line of letters: what people type may hold signs that no font draws. */
export const printable = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\p{Cf}\p{Cs}\p{Co}]/gu, '');
