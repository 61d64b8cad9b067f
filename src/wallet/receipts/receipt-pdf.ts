import { formatNairaExact } from '../../common/money/money';
import {
  ACCENT,
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
} from '../../common/pdf/pdf-document';
import { readableTime } from '../../common/time/zone';
import type { Receipt, ReceiptPurpose } from './receipt.types';

const TITLES: Record<ReceiptPurpose, string> = {
  topup: 'Receipt',
  purchase: 'Receipt',
  refund: 'Refund receipt',
};
const PURPOSE_LABELS: Record<ReceiptPurpose, string> = {
  topup: 'Wallet top-up',
  purchase: 'Purchase',
  refund: 'Refund to wallet',
};
const STATUS_LABELS: Record<ReceiptPurpose, string> = {
  topup: 'Paid',
  purchase: 'Paid',
  refund: 'Refunded',
};
const PAYMENT_METHOD_LABELS: Record<string, string> = {
  card: 'Card',
  bank_transfer: 'Bank transfer',
  pay_with_bank: 'Bank',
  mobile_money: 'Mobile money',
  wallet: 'Wallet balance',
};

/** Renders a receipt on one A4 page. */
export function renderReceiptPdf(receipt: Receipt): Promise<Buffer> {
  const title = TITLES[receipt.purpose];
  const pdf = createPdf(`${receipt.siteName}: ${title} ${receipt.reference}`, receipt.issuedAt);
  drawHeader(pdf, receipt, title);
  drawParties(pdf, receipt);
  drawItem(pdf, receipt);
  drawTotal(pdf, receipt);
  drawFooter(pdf, receipt);
  return toBuffer(pdf);
}

const getContentWidth = (pdf: Pdf): number => pdf.page.width - 2 * MARGIN;

function drawHeader(pdf: Pdf, receipt: Receipt, title: string): void {
  const width = getContentWidth(pdf);
  pdf.font(BOLD).fontSize(16).fillColor(ACCENT);
  pdf.text(toPrintable(receipt.siteName), MARGIN, MARGIN, { width: width / 2 });
  const below = pdf.y;
  pdf.font(BOLD).fontSize(22).fillColor(INK);
  pdf.text(title, MARGIN, MARGIN - 4, { width, align: 'right' });
  const status = STATUS_LABELS[receipt.purpose];
  pdf.font(BOLD).fontSize(9);
  const pill = pdf.widthOfString(status) + 20;
  const top = pdf.y + 6;
  pdf.roundedRect(MARGIN + width - pill, top, pill, 18, 9).fill(TINT);
  pdf.fillColor(ACCENT).text(status, MARGIN + width - pill, top + 4, {
    width: pill,
    align: 'center',
    lineBreak: false,
  });
  pdf.y = Math.max(below, top + 18) + 36;
}

function drawParties(pdf: Pdf, receipt: Receipt): void {
  const half = getContentWidth(pdf) / 2;
  const top = pdf.y;
  const left = drawField(pdf, MARGIN, top, half - 16, 'Receipt number', [receipt.reference]);
  const date = `${readableTime(receipt.paidAt)}, Lagos time`;
  const dated = drawField(pdf, MARGIN, left + 14, half - 16, 'Date', [date]);
  const { name, email } = receipt.customer;
  const to = drawField(pdf, MARGIN + half, top, half, 'Customer', [name, email]);
  pdf.y = Math.max(dated, to) + 32;
}

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

function drawItem(pdf: Pdf, receipt: Receipt): void {
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
  pdf.text(formatNairaExact(receipt.amount), MARGIN + width - amount, row, {
    width: amount,
    align: 'right',
    lineBreak: false,
  });
  pdf.text(toPrintable(receipt.description), MARGIN, row, { width: width - amount - 12 });
  if (receipt.description !== PURPOSE_LABELS[receipt.purpose])
    pdf
      .fontSize(9)
      .fillColor(MUTED)
      .text(PURPOSE_LABELS[receipt.purpose], MARGIN, pdf.y + 2);
  pdf.y += 12;
  drawRule(pdf);
}

function drawTotal(pdf: Pdf, receipt: Receipt): void {
  const width = getContentWidth(pdf);
  const x = MARGIN + width / 2;
  const line = (label: string, value: string, size: number) => {
    const y = pdf.y + 12;
    pdf.font(REGULAR).fontSize(10).fillColor(MUTED);
    pdf.text(label, x, y + (size - 10) * 0.6, { lineBreak: false });
    pdf.font(BOLD).fontSize(size).fillColor(INK);
    pdf.text(value, x, y, { width: width / 2, align: 'right' });
  };
  const refunded = receipt.purpose === 'refund';
  line(refunded ? 'Total refunded' : 'Total paid', formatNairaExact(receipt.amount), 16);
  pdf.y += 4;
  line('Payment method', formatPaymentMethod(receipt.paymentMethod), 10);
  line('Status', STATUS_LABELS[receipt.purpose], 10);
}

function drawFooter(pdf: Pdf, receipt: Receipt): void {
  // Text below the bottom margin would start another page.
  pdf.page.margins.bottom = 0;
  pdf.y = pdf.page.height - MARGIN - 44;
  drawRule(pdf);
  pdf.font(REGULAR).fontSize(9).fillColor(MUTED);
  pdf.text(
    `Questions about this receipt? Write to ${receipt.supportEmail} and quote the receipt number.`,
    MARGIN,
    pdf.y + 12,
    { width: getContentWidth(pdf) },
  );
  pdf.text(
    `Amounts are in Nigerian naira (NGN). ${toPrintable(receipt.siteName)}, ${receipt.siteUrl}`,
    MARGIN,
    pdf.y + 4,
    { width: getContentWidth(pdf) },
  );
}

function formatPaymentMethod(method: string | null): string {
  if (method === null) return '–';
  const words = method.replaceAll('_', ' ');
  return PAYMENT_METHOD_LABELS[method] ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
