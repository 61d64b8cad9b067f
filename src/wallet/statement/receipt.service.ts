import { formatNaira, formatNairaExact, Money } from '../../common/money/money';
import {
  createPdf,
  MARGIN,
  type Pdf,
  toBuffer,
  toPrintable,
  drawField,
  drawFooter,
  drawHead,
  drawSum,
  drawTable,
  getContentWidth,
} from '../../common/pdf';
import { readableTime } from '../../common/time/calendar';
import { PAYMENT_METHOD_LABELS, type ReceiptPurpose, RECEIPT_PURPOSES } from '../wallet.types';
import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { Download } from '../../common/http/api.decorators';
import { MAX_ID } from '../../common/http/request.pipes';
import type { Actor } from '../../common/security/actor';
import { Clock } from '../../common/time/clock';
import { AppConfig } from '../../config/app-config';
import { UnitOfWork } from '../../database/unit-of-work';
import { SettingsService } from '../../settings/settings.service';
import { receiptNotFound } from '../wallet.errors';
import { transactionReversals, type ReversalResponse } from './reversal.types';
import { WalletTransaction } from './wallet-transaction.entity';

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

const COLUMNS = [
  { title: 'Description', share: 0.7 },
  { title: 'Amount', share: 0.3, isFigure: true },
];

/** Renders a receipt on one A4 page. */
export async function renderReceiptPdf(receipt: Receipt): Promise<Buffer> {
  const title = TITLES[receipt.purpose];
  const pdf = await createPdf(
    `${receipt.siteName}: ${title} ${receipt.reference}`,
    receipt.issuedAt,
  );
  drawHead(pdf, receipt.siteName, title, receipt.reference);
  drawParties(pdf, receipt);
  const purpose = PURPOSE_LABELS[receipt.purpose];
  drawTable(pdf, COLUMNS, [
    {
      cells: [receipt.description, formatNairaExact(receipt.amount)],
      note: receipt.description === purpose ? undefined : purpose,
    },
  ]);
  drawTotals(pdf, receipt);
  drawFooter(
    pdf,
    `Questions about this receipt? Write to ${receipt.supportEmail} and quote the receipt number.`,
    `Amounts are in Nigerian naira (NGN). ${toPrintable(receipt.siteName)}, ${receipt.siteUrl}`,
  );
  return toBuffer(pdf);
}

function drawParties(pdf: Pdf, receipt: Receipt): void {
  const half = getContentWidth(pdf) / 2;
  const top = pdf.y;
  const date = `${readableTime(receipt.paidAt)}, Lagos time`;
  const dated = drawField(pdf, MARGIN, top, half - 16, 'Date', [date]);
  const { name, email } = receipt.customer;
  const to = drawField(pdf, MARGIN + half, top, half, 'Customer', [name, email]);
  pdf.y = Math.max(dated, to) + 32;
}

function drawTotals(pdf: Pdf, receipt: Receipt): void {
  const refunded = receipt.purpose === 'refund';
  const status = [STATUS_LABELS[receipt.purpose], ...receipt.reversals.map(describeReversal)];
  drawSum(pdf, refunded ? 'Total refunded' : 'Total paid', formatNairaExact(receipt.amount), 16);
  pdf.y += 4;
  drawSum(pdf, 'Payment method', formatPaymentMethod(receipt.paymentMethod), 10);
  drawSum(pdf, 'Status', status.join(', '), 10);
  for (const { kind, reference } of receipt.reversals)
    drawSum(pdf, kind === 'refund' ? 'Refund' : 'Chargeback', reference, 10);
}

const describeReversal = ({ kind, amount }: ReversalResponse): string =>
  `${formatNaira(Money.naira(amount))} ${kind === 'refund' ? 'refunded' : 'charged back'}`;

function formatPaymentMethod(method: string | null): string {
  if (method === null) return '–';
  const words = method.replaceAll('_', ' ');
  return PAYMENT_METHOD_LABELS[method] ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** Contents of a receipt. */
export interface Receipt {
  readonly reference: string;
  readonly purpose: ReceiptPurpose;
  readonly description: string;
  readonly amount: Money;
  readonly reversals: readonly ReversalResponse[];
  readonly paymentMethod: string | null;
  readonly paidAt: Date;
  readonly siteName: string;
  readonly siteUrl: string;
  readonly supportEmail: string;
  readonly customer: { readonly name: string; readonly email: string };
  readonly issuedAt: Date;
}

/** Receipts of completed transactions, as PDF. */
@Injectable()
export class TransactionReceiptService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly config: AppConfig,
    private readonly clock: Clock,
    private readonly settings: SettingsService,
  ) {}

  async generate(
    { userId, name, email }: Pick<Actor, 'userId' | 'name' | 'email'>,
    id: number,
  ): Promise<Download> {
    const line = id >= 1 && id <= MAX_ID ? await this.find(userId, id) : null;
    if (!line) throw receiptNotFound();
    const { reference, description, amount, paymentMethod } = line;
    const { siteName } = await this.settings.current();
    const content = await renderReceiptPdf({
      ...{ reference, description, amount, paymentMethod },
      purpose: line.purpose as ReceiptPurpose,
      reversals: await this.findReversals(id),
      paidAt: line.processedAt ?? line.createdAt,
      siteName,
      siteUrl: this.config.http.appUrl,
      supportEmail: this.config.support.email,
      customer: { name, email },
      issuedAt: this.clock.now(),
    });
    // The reference is client input and becomes part of a header.
    const file = `receipt-${reference.replace(/[^\w.-]+/g, '-')}.pdf`;
    return { name: file, type: 'application/pdf', content };
  }

  private async findReversals(id: number): Promise<ReversalResponse[]> {
    const [row] = await this.uow.manager.query<[{ reversals: ReversalResponse[] }]>(
      `SELECT ${transactionReversals('line.id')} AS reversals FROM (SELECT $1::int AS id) line`,
      [id],
    );
    return row.reversals;
  }

  private find(userId: number, id: number): Promise<WalletTransaction | null> {
    return this.uow.manager.findOneBy(WalletTransaction, {
      ...{ id, userId, status: 'successful' },
      purpose: In([...RECEIPT_PURPOSES]),
    });
  }
}
