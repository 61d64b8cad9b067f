import { formatNairaExact } from '../../common/money/money';
import {
  ACCENT,
  BOLD,
  createPdf,
  INK,
  MARGIN,
  type Pdf,
  TINT,
  toBuffer,
  toPrintable,
  drawField,
  drawFooter,
  drawItem,
  drawSum,
  getContentWidth,
} from '../../common/pdf';
import { readableTime } from '../../common/time/calendar';
import type { ReceiptPurpose } from '../wallet.types';
import type { Receipt } from './receipt.service';

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
export async function renderReceiptPdf(receipt: Receipt): Promise<Buffer> {
  const title = TITLES[receipt.purpose];
  const pdf = await createPdf(
    `${receipt.siteName}: ${title} ${receipt.reference}`,
    receipt.issuedAt,
  );
  drawHeader(pdf, receipt, title);
  drawParties(pdf, receipt);
  const purpose = PURPOSE_LABELS[receipt.purpose];
  drawItem(
    pdf,
    receipt.description,
    formatNairaExact(receipt.amount),
    receipt.description === purpose ? undefined : purpose,
  );
  drawTotals(pdf, receipt);
  drawFooter(
    pdf,
    `Questions about this receipt? Write to ${receipt.supportEmail} and quote the receipt number.`,
    `Amounts are in Nigerian naira (NGN). ${toPrintable(receipt.siteName)}, ${receipt.siteUrl}`,
  );
  return toBuffer(pdf);
}

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

function drawTotals(pdf: Pdf, receipt: Receipt): void {
  const refunded = receipt.purpose === 'refund';
  drawSum(pdf, refunded ? 'Total refunded' : 'Total paid', formatNairaExact(receipt.amount), 16);
  pdf.y += 4;
  drawSum(pdf, 'Payment method', formatPaymentMethod(receipt.paymentMethod), 10);
  drawSum(pdf, 'Status', STATUS_LABELS[receipt.purpose], 10);
}

function formatPaymentMethod(method: string | null): string {
  if (method === null) return '–';
  const words = method.replaceAll('_', ' ');
  return PAYMENT_METHOD_LABELS[method] ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
