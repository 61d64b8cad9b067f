import { formatNairaExact } from '../../common/money/money';
import {
  ACCENT,
  BOLD,
  createPdf,
  INK,
  MARGIN,
  type Pdf,
  toBuffer,
  drawField,
  drawFooter,
  drawItem,
  drawSum,
  getContentWidth,
} from '../../common/pdf';
import { readableDay } from '../../common/time/calendar';
import { type Invoice, formatVatRate } from './invoice.entity';

/** The shop as the foot of an invoice names it. */
interface Contact {
  readonly url: string;
  readonly supportEmail: string;
}

/** Without VAT it is no tax invoice. */
const toHeading = ({ kind, vatBasisPoints }: Invoice): string => {
  if (kind === 'credit_note') return 'CREDIT NOTE';
  return vatBasisPoints > 0 ? 'TAX INVOICE' : 'INVOICE';
};

/** Renders an invoice or a credit note on one A4 page. */
export async function renderInvoicePdf(invoice: Invoice, contact: Contact): Promise<Buffer> {
  const heading = toHeading(invoice);
  const pdf = await createPdf(
    `${invoice.seller.name}: ${heading} ${invoice.number}`,
    invoice.issuedAt,
  );
  drawHeader(pdf, invoice, heading);
  drawParties(pdf, invoice);
  // The net amount, to which the VAT is added below.
  drawItem(pdf, invoice.description, formatNairaExact(invoice.net));
  drawTotals(pdf, invoice);
  drawFooter(
    pdf,
    `Paid from or refunded to the wallet at ${contact.url}. Amounts are in Nigerian naira (NGN).`,
    `Questions? Write to ${contact.supportEmail} and quote the number.`,
  );
  return toBuffer(pdf);
}

function drawHeader(pdf: Pdf, { number }: Invoice, heading: string): void {
  const width = getContentWidth(pdf);
  pdf.font(BOLD).fontSize(22).fillColor(ACCENT).text(heading, MARGIN, MARGIN, { width });
  pdf.font(BOLD).fontSize(12).fillColor(INK);
  pdf.text(number, MARGIN, pdf.y + 4, { width });
  pdf.y += 24;
}

function drawParties(pdf: Pdf, invoice: Invoice): void {
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

function drawTotals(pdf: Pdf, invoice: Invoice): void {
  if (invoice.vatBasisPoints > 0) {
    drawSum(pdf, 'Net', formatNairaExact(invoice.net), 10);
    const label = `VAT ${formatVatRate(invoice.vatBasisPoints)}%`;
    drawSum(pdf, label, formatNairaExact(invoice.vat), 10);
  }
  const total = invoice.kind === 'invoice' ? 'Total paid' : 'Total refunded';
  drawSum(pdf, total, formatNairaExact(invoice.total), 16);
}
