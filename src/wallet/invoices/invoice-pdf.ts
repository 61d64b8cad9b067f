import { formatNairaExact, Money } from '../../common/money/money';
import {
  createPdf,
  MARGIN,
  type Pdf,
  toBuffer,
  drawField,
  drawFooter,
  drawHead,
  drawSum,
  drawTable,
  getContentWidth,
  startPage,
} from '../../common/pdf';
import { readableDay, readableMonth } from '../../common/time/calendar';
import { type Buyer, type Invoice, formatVatRate, type Seller } from './invoice.entity';

/** The shop as the head and the foot of a document name it. */
interface Contact {
  readonly siteName: string;
  readonly url: string;
  readonly supportEmail: string;
}

/** Without VAT, or from a seller without a TIN, it is no tax invoice. */
export const toHeading = ({
  kind,
  vatBasisPoints,
  seller,
}: Pick<Invoice, 'kind' | 'vatBasisPoints' | 'seller'>): string => {
  if (kind === 'credit_note') return 'CREDIT NOTE';
  return vatBasisPoints > 0 && seller.tin ? 'TAX INVOICE' : 'INVOICE';
};

/** Points. */
const HEIGHT_OF_TOTALS = 90;

const ITEM_COLUMNS = [
  { title: 'Description', share: 0.46 },
  { title: 'Quantity', share: 0.12, isFigure: true },
  { title: 'Unit price', share: 0.2, isFigure: true },
  { title: 'Amount', share: 0.22, isFigure: true },
];

/** What a document charges or refunds. Prices are multiples of the quantity, VAT included. */
export interface InvoiceItem {
  readonly description: string;
  readonly quantity: number;
  readonly total: Money;
}

/** Renders an invoice or a credit note. @param items at least one. */
export async function renderInvoicePdf(
  invoice: Invoice,
  items: readonly InvoiceItem[],
  contact: Contact,
): Promise<Buffer> {
  const heading = toHeading(invoice);
  const pdf = await createPdf(
    `${invoice.seller.name}: ${heading} ${invoice.number}`,
    invoice.issuedAt,
  );
  drawHead(pdf, contact.siteName, heading, invoice.number);
  drawParties(pdf, invoice.seller, invoice.buyer);
  drawDates(pdf, invoice);
  const note = invoice.vatBasisPoints > 0 ? 'Prices include VAT.' : undefined;
  drawTable(
    pdf,
    ITEM_COLUMNS,
    items.map(({ description, quantity, total }, index) => ({
      cells: [
        description,
        String(quantity),
        formatNairaExact(Money.kobo(total.kobo / BigInt(quantity))),
        formatNairaExact(total),
      ],
      note: index === items.length - 1 ? note : undefined,
    })),
  );
  startPage(pdf, HEIGHT_OF_TOTALS);
  drawTotals(pdf, invoice);
  drawContact(pdf, contact);
  return toBuffer(pdf);
}

const MONTH_COLUMNS = [
  { title: 'Date', share: 0.18 },
  { title: 'Number', share: 0.22 },
  { title: 'Net', share: 0.2, isFigure: true },
  { title: 'VAT', share: 0.18, isFigure: true },
  { title: 'Total', share: 0.22, isFigure: true },
];

const signed = ({ kind }: Invoice, amount: Money): Money =>
  kind === 'credit_note' ? amount.negated() : amount;

const format = (amount: Money): string =>
  amount.isLessThan(Money.zero)
    ? `-${formatNairaExact(amount.negated())}`
    : formatNairaExact(amount);

/**
 * Renders the invoices and credit notes of a month with their totals; credit notes are negative.
 * @param invoices oldest first, at least one; the last one has the parties.
 */
export async function renderMonthPdf(
  month: string,
  invoices: readonly Invoice[],
  contact: Contact,
): Promise<Buffer> {
  const last = invoices.at(-1)!;
  const title = 'INVOICES';
  const pdf = await createPdf(`${last.seller.name}: ${title} ${month}`, last.issuedAt);
  drawHead(pdf, contact.siteName, title, readableMonth(month));
  drawParties(pdf, last.seller, last.buyer);
  drawTable(
    pdf,
    MONTH_COLUMNS,
    invoices.map((invoice) => ({
      cells: [
        readableDay(invoice.issuedAt),
        invoice.number,
        ...[invoice.net, invoice.vat, invoice.total].map((amount) =>
          format(signed(invoice, amount)),
        ),
      ],
      note: invoice.description,
    })),
  );
  const sum = (of: 'net' | 'vat' | 'total'): string =>
    format(invoices.reduce((all, invoice) => all.plus(signed(invoice, invoice[of])), Money.zero));
  startPage(pdf, HEIGHT_OF_TOTALS);
  drawSum(pdf, 'Net', sum('net'), 10);
  drawSum(pdf, 'VAT', sum('vat'), 10);
  drawSum(pdf, 'Total', sum('total'), 16);
  drawContact(pdf, contact);
  return toBuffer(pdf);
}

const drawContact = (pdf: Pdf, { url, supportEmail }: Contact): void =>
  drawFooter(
    pdf,
    `Paid from or refunded to the wallet at ${url}. Amounts are in Nigerian naira (NGN).`,
    `Questions? Write to ${supportEmail} and quote the number.`,
  );

function drawParties(pdf: Pdf, seller: Seller, buyer: Buyer): void {
  const half = getContentWidth(pdf) / 2;
  const top = pdf.y;
  const left = drawField(pdf, MARGIN, top, half - 16, 'Seller', [
    seller.name,
    ...toLines(seller.address),
    ...(seller.tin ? [`TIN: ${seller.tin}`] : []),
    ...(seller.rcNumber ? [`RC ${seller.rcNumber}`] : []),
  ]);
  const right = drawField(pdf, MARGIN + half, top, half, 'Buyer', [
    buyer.name,
    ...toLines(buyer.address),
    ...(buyer.tin ? [`TIN: ${buyer.tin}`] : []),
    ...(buyer.email ? [buyer.email] : []),
  ]);
  pdf.y = Math.max(left, right) + 20;
}

function drawDates(pdf: Pdf, invoice: Invoice): void {
  const half = getContentWidth(pdf) / 2;
  const top = pdf.y;
  const dated = drawField(pdf, MARGIN, top, half - 16, 'Date', [readableDay(invoice.issuedAt)]);
  const paid = drawField(pdf, MARGIN + half, top, half, 'Transaction', [invoice.reference]);
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
