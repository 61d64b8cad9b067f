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
