import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { csvLine } from '../../common/csv';
import { Money } from '../../common/money/money';
import { UnitOfWork } from '../../database/unit-of-work';
import type { SimulatedResponse } from './charge.types';
import { getSecretKey, toDate, unauthorized } from './charges.service';
import { FaultInjectionRepository } from './fault-injection.repository';
import { applyFault, refusal, success } from './korapay-responses';
import {
  PayoutRepository,
  type SimulatedPayout,
  type SimulatedPayoutItem,
} from './payout.repository';

type Query = Record<string, string | undefined>;

const decimal = (kobo: string): string => Money.kobo(BigInt(kobo)).toDecimalString();
const toLimit = (query: Query): number =>
  Math.min(Math.max(Math.trunc(Number(query.limit)) || 10, 1), 100);
const COLUMNS = [
  'Settlement Reference',
  'Settlement Date',
  'Settlement Amount',
  'Transaction Reference',
  'Type',
  'Amount',
  'Fee',
  'Currency',
];

/** The payouts of the simulated Korapay: everything that is not paid out yet, when the control route asks for one. */
@Injectable()
export class PayoutsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly payouts: PayoutRepository,
    private readonly faults: FaultInjectionRepository,
  ) {}

  /** @returns null when there is nothing to pay out; then nothing changes. */
  async payOut(): Promise<SimulatedPayout | null> {
    const reference = `KPY-PO-${randomUUID().replaceAll('-', '').slice(0, 16)}`;
    const nothing = new Error('nothing to pay out');
    try {
      return await this.uow.run(async () => {
        const payout = await this.payouts.create(reference);
        if (!payout) throw nothing;
        return payout;
      });
    } catch (error) {
      if (error === nothing) return null;
      throw error;
    }
  }

  async list(authorization: string | undefined, query: Query): Promise<SimulatedResponse> {
    if (!getSecretKey(authorization)) return unauthorized();
    const limit = toLimit(query);
    const after = /^po_(\d{1,18})$/.exec(query.starting_after ?? '')?.[1] ?? null;
    const [from, to] = [toDate(query.date_from), toDate(query.date_to)];
    const rows = await this.payouts.list(from, to, after, limit + 1);
    const behaviour = await this.faults.take('payouts', query.starting_after ?? '');
    return applyFault(
      behaviour,
      success('Payouts retrieved successfully', {
        has_more: rows.length > limit,
        data: rows.slice(0, limit).map(toPayoutView),
      }),
    );
  }

  async listItems(
    authorization: string | undefined,
    reference: string,
    query: Query,
  ): Promise<SimulatedResponse> {
    if (!getSecretKey(authorization)) return unauthorized();
    const behaviour = await this.faults.take('payout-items', reference);
    if (!(await this.payouts.exists(reference)))
      return applyFault(behaviour, refusal(404, 'Payout not found'));
    const limit = toLimit(query);
    const rows = await this.payouts.listItems(reference, query.starting_after ?? null, limit + 1);
    return applyFault(
      behaviour,
      success('Transactions retrieved successfully', {
        has_more: rows.length > limit,
        data: rows.slice(0, limit).map(toItemView),
      }),
    );
  }

  /** The settlements as the dashboard exports them. */
  async exportFile(): Promise<string> {
    const lines = [csvLine(COLUMNS)];
    for (const payout of await this.payouts.list(null, null, null, 100))
      for (const item of await this.payouts.listItems(payout.reference, null, 1000))
        lines.push(toFileLine(payout, item));
    return lines.join('');
  }
}

const toPayoutView = (payout: SimulatedPayout) => ({
  pointer: `po_${payout.pointer}`,
  reference: payout.reference,
  status: 'success',
  amount: decimal(payout.amountKobo),
  fee: decimal(payout.feeKobo),
  currency: 'NGN',
  date_created: payout.createdAt,
  date_completed: payout.createdAt,
});

const toItemView = (item: SimulatedPayoutItem) => ({
  pointer: item.pointer,
  type: item.type,
  reference: item.reference,
  amount: decimal(item.amountKobo),
  fee: decimal(item.feeKobo),
});

const toFileLine = (payout: SimulatedPayout, item: SimulatedPayoutItem): string =>
  `${[
    payout.reference,
    payout.createdAt.toISOString(),
    decimal(payout.amountKobo),
    item.reference,
    item.type,
    decimal(item.amountKobo),
    decimal(item.feeKobo),
    'NGN',
  ].join(',')}\r\n`;
