import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Money } from '../../common/money/money';
import { AppConfig } from '../../config/app-config';
import { isUniqueViolation } from '../../database/pg-errors';
import { UnitOfWork } from '../../database/unit-of-work';
import { readChargeRequest } from './charge-request';
import { toPayInView, toVerifyView } from './charge-views';
import { FaultInjection } from './fault-injection';
import { type NewCharge, SandboxCharge } from './korapay.entity';
import {
  duplicateReference,
  invalid,
  refusal,
  type SimulatedResponse,
  success,
} from './korapay-responses';

export type ListQuery = Record<string, string | undefined>;

/** The charges of the simulated Korapay. */
@Injectable()
export class ChargesService {
  constructor(
    private readonly config: AppConfig,
    private readonly uow: UnitOfWork,
    private readonly faults: FaultInjection,
  ) {}

  initialize(secretKey: string, body: unknown): Promise<SimulatedResponse> {
    const read = readChargeRequest(body, secretKey);
    const { reference } = (body ?? {}) as { reference?: unknown };
    return this.faults.answerCommand('initialize', String(reference), async () => {
      if ('errors' in read) return invalid(read.errors);
      const id = await this.insert(read.charge);
      if (!id) return duplicateReference();
      return success('Charge created successfully', {
        reference: read.charge.reference,
        checkout_url: this.checkoutUrl(id),
      });
    });
  }

  find(reference: string): Promise<SimulatedResponse> {
    return this.faults.answer('find', reference, async () => {
      const charge = await this.findOne({ reference });
      return charge
        ? success('Charge retrieved successfully', toVerifyView(charge))
        : refusal(404, 'Charge not found');
    });
  }

  /** Newest first. */
  list(query: ListQuery): Promise<SimulatedResponse> {
    const after = query.starting_after ?? '';
    return this.faults.answer('pay-ins', after, async () => {
      const limit = toLimit(query);
      const [from, to] = [toDate(query.date_from), toDate(query.date_to)];
      const pointer = /^cus_(\d{1,18})$/.exec(after)?.[1];
      const found = this.uow.manager
        .createQueryBuilder(SandboxCharge, 'charge')
        .orderBy('charge.pointer', 'DESC')
        .limit(limit + 1);
      if (from) found.andWhere('charge.createdAt >= :from', { from });
      if (to) found.andWhere('charge.createdAt <= :to', { to });
      if (pointer !== undefined) found.andWhere('charge.pointer < :pointer', { pointer });
      const rows = await found.getMany();
      return success('Pay-ins retrieved successfully', {
        has_more: rows.length > limit,
        data: rows.slice(0, limit).map(toPayInView),
      });
    });
  }

  /** What successful charges brought in, less fees, refunds and payouts. */
  balances(): Promise<SimulatedResponse> {
    return this.faults.answer('balances', '', async () => {
      const [{ kobo }] = await this.uow.manager.query<[{ kobo: string }]>(
        `SELECT (SELECT coalesce(sum(paid_kobo - fee_kobo), 0) FROM sandbox.charge WHERE status = 'success')
              - (SELECT coalesce(sum(amount_kobo), 0) FROM sandbox.refund)
              - (SELECT coalesce(sum(amount_kobo + fee_kobo), 0) FROM sandbox.payout) AS kobo`,
      );
      const available = Number(Money.kobo(BigInt(kobo)).toDecimalString());
      return success('success', { NGN: { pending_balance: 0, available_balance: available } });
    });
  }

  checkoutUrl(id: string): string {
    return `${this.config.http.appUrl}/sandbox/korapay/checkout/${id}/pay`;
  }

  /** @returns its id, or null when the reference exists. */
  async insert(charge: NewCharge): Promise<string | null> {
    const id = `KPY-PI-${randomUUID().replaceAll('-', '').slice(0, 20)}`;
    try {
      await this.uow.manager.insert(SandboxCharge, {
        ...charge,
        id,
        currency: 'NGN',
        metadata: (charge.metadata ?? {}) as object,
      });
      return id;
    } catch (error) {
      if (isUniqueViolation(error)) return null;
      throw error;
    }
  }

  findOne(where: { id: string } | { reference: string }): Promise<SandboxCharge | null> {
    return this.uow.manager.findOneBy(SandboxCharge, where);
  }

  /** Holds the charge until the unit of work ends. */
  lock(id: string): Promise<SandboxCharge | null> {
    const lock = { mode: 'pessimistic_write' } as const;
    return this.uow.requireTransaction().findOne(SandboxCharge, { where: { id }, lock });
  }

  async finish(
    id: string,
    status: SandboxCharge['status'],
    payment: { fee: Money; paid: Money; method: string } | null,
  ): Promise<void> {
    const { fee, paid, method } = payment ?? { fee: null, paid: null, method: null };
    const completedAt = () => 'now()';
    await this.uow
      .requireTransaction()
      .update(SandboxCharge, { id }, { status, fee, paid, method, completedAt });
  }

  /** Transfers to a virtual account, newest first. */
  listTransfers(accountReference: string): Promise<SandboxCharge[]> {
    return this.uow.manager.find(SandboxCharge, {
      ...{ where: { accountReference }, order: { pointer: 'DESC' }, take: 100 },
    });
  }
}

/** `YYYY-MM-DD-HH-MM-SS`, in UTC. */
export function toDate(value: string | undefined): Date | null {
  const match = /^(\d{4}-\d\d-\d\d)-(\d\d)-(\d\d)-(\d\d)$/.exec(value ?? '');
  if (!match) return null;
  const date = new Date(`${match[1]}T${match[2]}:${match[3]}:${match[4]}Z`);
  return Number.isNaN(date.getTime()) ? null : date;
}

export const toLimit = (query: ListQuery): number =>
  Math.min(Math.max(Math.trunc(Number(query.limit)) || 10, 1), 100);
