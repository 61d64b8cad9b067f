import { formatNairaExact } from '../../common/money/money';
import {
  ACCENT,
  BOLD,
  INK,
  LINE,
  MARGIN,
  MUTED,
  REGULAR,
  createPdf,
  toBuffer,
  toPrintable,
  type Pdf,
} from '../../common/pdf/pdf-document';
import { readableDay } from '../../common/time/zone';
import type { InvoiceDocument } from './invoice.types';
import { formatVatRate } from './vat';

/** The shop as the foot of an invoice names it. */
interface Contact {
  readonly url: string;
  readonly supportEmail: string;
}

/** Without VAT it is no tax invoice. */
const toHeading = ({ kind, vatBasisPoints }: InvoiceDocument): string => {
  if (kind === 'credit_note') return 'CREDIT NOTE';
  return vatBasisPoints > 0 ? 'TAX INVOICE' : 'INVOICE';
};

/** Renders an invoice or a credit note on one A4 page. */
export function renderInvoicePdf(invoice: InvoiceDocument, contact: Contact): Promise<Buffer> {
  const heading = toHeading(invoice);
  const pdf = createPdf(`${invoice.seller.name}: ${heading} ${invoice.number}`, invoice.issuedAt);
  drawHeader(pdf, invoice, heading);
  drawParties(pdf, invoice);
  drawLine(pdf, invoice);
  drawTotals(pdf, invoice);
  drawFooter(pdf, contact);
  return toBuffer(pdf);
}

const getContentWidth = (pdf: Pdf): number => pdf.page.width - 2 * MARGIN;

function drawHeader(pdf: Pdf, { number }: InvoiceDocument, heading: string): void {
  const width = getContentWidth(pdf);
  pdf.font(BOLD).fontSize(22).fillColor(ACCENT).text(heading, MARGIN, MARGIN, { width });
  pdf.font(BOLD).fontSize(12).fillColor(INK);
  pdf.text(number, MARGIN, pdf.y + 4, { width });
  pdf.y += 24;
}

function drawParties(pdf: Pdf, invoice: InvoiceDocument): void {
  const half = getContentWidth(pdf) / 2;
  const { seller, buyer } = invoice;
  const top = pdf.y;
  const left = drawField(pdf, MARGIN, top, half - 16, 'Seller', [
    seller.name,
    ...toLines(seller.address),
    ...(seller.tin ? [`TIN: ${seller.tin}`] : []),
  ]);
  const right = drawField(pdf, MARGIN + half, top, half, 'Buyer', [
    buyer.name,
    ...toLines(buyer.address),
    ...(buyer.tin ? [`TIN: ${buyer.tin}`] : []),
    ...(buyer.email ? [buyer.email] : []),
  ]);
  const below = Math.max(left, right) + 20;
  const dated = drawField(pdf, MARGIN, below, half - 16, 'Date', [readableDay(invoice.issuedAt)]);
  const paid = drawField(pdf, MARGIN + half, below, half, 'Transaction', [invoice.reference]);
  pdf.y = Math.max(dated, paid) + 14;
  if (invoice.invoice)
    drawField(pdf, MARGIN, pdf.y, half - 16, 'Reduces invoice', [invoice.invoice.number]);
  pdf.y += 18;
}

const toLines = (address: string): string[] => (address ? address.split('\n') : []);

/** Draws a label with its lines below. @returns the y position after it. */
function drawField(
  pdf: Pdf,
  x: number,
  y: number,
  width: number,
  label: string,
  lines: string[],
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

/** Its amount is the net one, to which the VAT is added below. */
function drawLine(pdf: Pdf, { description, net }: InvoiceDocument): void {
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
  pdf.text(formatNairaExact(net), MARGIN + width - amount, row, {
    width: amount,
    align: 'right',
    lineBreak: false,
  });
  pdf.text(toPrintable(description), MARGIN, row, { width: width - amount - 12 });
  pdf.y += 12;
  drawRule(pdf);
}

function drawTotals(pdf: Pdf, invoice: InvoiceDocument): void {
  const width = getContentWidth(pdf);
  const x = MARGIN + width / 2;
  const draw = (label: string, value: string, size: number) => {
    const y = pdf.y + 10;
    pdf.font(REGULAR).fontSize(10).fillColor(MUTED);
    pdf.text(label, x, y + (size - 10) * 0.6, { lineBreak: false });
    pdf.font(BOLD).fontSize(size).fillColor(INK);
    pdf.text(value, x, y, { width: width / 2, align: 'right' });
  };
  if (invoice.vatBasisPoints > 0) {
    draw('Net', formatNairaExact(invoice.net), 10);
    draw(`VAT ${formatVatRate(invoice.vatBasisPoints)}%`, formatNairaExact(invoice.vat), 10);
  }
  const total = invoice.kind === 'invoice' ? 'Total paid' : 'Total refunded';
  draw(total, formatNairaExact(invoice.total), 16);
}

function drawFooter(pdf: Pdf, { url, supportEmail }: Contact): void {
  // Text below the bottom margin would start another page.
  pdf.page.margins.bottom = 0;
  pdf.y = pdf.page.height - MARGIN - 44;
  drawRule(pdf);
  const width = getContentWidth(pdf);
  pdf.font(REGULAR).fontSize(9).fillColor(MUTED);
  pdf.text(
    `Paid from or refunded to the wallet at ${url}. Amounts are in Nigerian naira (NGN).`,
    MARGIN,
    pdf.y + 12,
    { width },
  );
  pdf.text(`Questions? Write to ${supportEmail} and quote the number.`, MARGIN, pdf.y + 4, {
    width,
  });
}
