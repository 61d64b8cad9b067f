import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { FindOneOptions } from 'typeorm';
import { Money } from '../../common/money/money';
import { isUniqueViolation } from '../../database/pg-errors';
import { UnitOfWork } from '../../database/unit-of-work';
import {
  SandboxCharge,
  type ChargeStatus,
  type NewCharge,
  type SimulatedCharge,
  type SimulatedResponse,
} from './korapay.entity';
import { AppConfig } from '../../config/app-config';
import { duplicateReference, invalid, applyFault, refusal, success } from './korapay-responses';
import { readChargeRequest } from './charge-request';
import { toPayInView, toVerifyView } from './charge-views';
import { FaultInjectionRepository } from './fault-injection';

const toMoney = (kobo: bigint | null): Money | null => (kobo === null ? null : Money.kobo(kobo));

const toCharge = ({ amountKobo, feeKobo, paidKobo, ...row }: SandboxCharge): SimulatedCharge => ({
  ...row,
  amount: Money.kobo(amountKobo),
  fee: toMoney(feeKobo),
  paid: toMoney(paidKobo),
});

/** `balance` is SQL: it subtracts the sums of two tables. */
@Injectable()
export class ChargeRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** @returns its id, or null when the reference exists. */
  async insert(charge: NewCharge): Promise<string | null> {
    const id = `KPY-PI-${randomUUID().replaceAll('-', '').slice(0, 20)}`;
    try {
      const { amount, metadata, channels = [], ...columns } = charge;
      await this.uow.manager.insert(SandboxCharge, {
        ...columns,
        id,
        amountKobo: amount.kobo,
        metadata: metadata as object,
        channels: [...channels],
      });
      return id;
    } catch (error) {
      if (isUniqueViolation(error)) return null;
      throw error;
    }
  }

  findById(id: string): Promise<SimulatedCharge | null> {
    return this.findOne({ where: { id } });
  }

  findByReference(reference: string): Promise<SimulatedCharge | null> {
    return this.findOne({ where: { reference } });
  }

  /** Holds the charge until the unit of work ends. */
  lock(id: string): Promise<SimulatedCharge | null> {
    return this.findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  async finish(
    id: string,
    status: ChargeStatus,
    payment: { fee: Money; paid: Money; method: string } | null,
  ): Promise<void> {
    await this.uow.requireTransaction().update(
      SandboxCharge,
      { id },
      {
        status,
        completedAt: () => 'now()',
        feeKobo: payment?.fee.kobo ?? null,
        paidKobo: payment?.paid.kobo ?? null,
        method: payment?.method ?? null,
      },
    );
  }

  /** Newest first. */
  async list(filter: {
    from: Date | null;
    to: Date | null;
    after: string | null;
    limit: number;
  }): Promise<SimulatedCharge[]> {
    const { from, to, after, limit } = filter;
    const query = this.uow.manager
      .createQueryBuilder(SandboxCharge, 'charge')
      .orderBy('charge.pointer', 'DESC')
      .limit(limit);
    if (from) query.andWhere('charge.createdAt >= :from', { from });
    if (to) query.andWhere('charge.createdAt <= :to', { to });
    if (after !== null) query.andWhere('charge.pointer < :after', { after });
    return (await query.getMany()).map(toCharge);
  }

  /** Transfers to a virtual account, newest first. */
  async listTransfers(accountReference: string): Promise<SimulatedCharge[]> {
    const rows = await this.uow.manager.find(SandboxCharge, {
      where: { accountReference },
      order: { pointer: 'DESC' },
      take: 100,
    });
    return rows.map(toCharge);
  }

  /** What successful charges brought in, less fees, refunds and payouts. */
  async balance(): Promise<Money> {
    const [row] = await this.uow.manager.query<[{ kobo: string }]>(
      `SELECT (SELECT coalesce(sum(paid_kobo - fee_kobo), 0) FROM sandbox.charge WHERE status = 'success')
            - (SELECT coalesce(sum(amount_kobo), 0) FROM sandbox.refund)
            - (SELECT coalesce(sum(amount_kobo + fee_kobo), 0) FROM sandbox.payout) AS kobo`,
    );
    return Money.kobo(BigInt(row.kobo));
  }

  private async findOne(options: FindOneOptions<SandboxCharge>): Promise<SimulatedCharge | null> {
    const row = await this.uow.manager.findOne(SandboxCharge, options);
    return row && toCharge(row);
  }
}

/** Any test key is accepted, so that changing it in the settings can be tested. */
const TEST_KEY = /^Bearer (sk_test_\S{1,240})$/;

/** @returns the secret key of a call, or null. */
export const getSecretKey = (authorization: string | undefined): string | null =>
  TEST_KEY.exec(authorization ?? '')?.[1] ?? null;

export const unauthorized = (): SimulatedResponse => refusal(401, 'invalid authorization key');

/** The charges of the simulated Korapay. */
@Injectable()
export class ChargesService {
  constructor(
    private readonly config: AppConfig,
    private readonly charges: ChargeRepository,
    private readonly faults: FaultInjectionRepository,
  ) {}

  async initialize(authorization: string | undefined, body: unknown): Promise<SimulatedResponse> {
    const key = getSecretKey(authorization);
    if (!key) return unauthorized();
    const read = readChargeRequest(body, key);
    const { reference } = (body ?? {}) as { reference?: unknown };
    const behaviour = await this.faults.take('initialize', String(reference));
    const dropped = behaviour !== null && !behaviour.accept && behaviour.data === undefined;
    if (dropped) return applyFault(behaviour, refusal(503, 'unavailable'));
    if ('errors' in read) return applyFault(behaviour, invalid(read.errors));
    const id = await this.charges.insert(read.charge);
    if (!id) return applyFault(behaviour, duplicateReference());
    return applyFault(
      behaviour,
      success('Charge created successfully', {
        reference: read.charge.reference,
        checkout_url: this.checkoutUrl(id),
      }),
    );
  }

  async find(authorization: string | undefined, reference: string): Promise<SimulatedResponse> {
    if (!getSecretKey(authorization)) return unauthorized();
    const behaviour = await this.faults.take('find', reference);
    const charge = await this.charges.findByReference(reference);
    return applyFault(
      behaviour,
      charge
        ? success('Charge retrieved successfully', toVerifyView(charge))
        : refusal(404, 'Charge not found'),
    );
  }

  async list(
    authorization: string | undefined,
    query: Record<string, string | undefined>,
  ): Promise<SimulatedResponse> {
    if (!getSecretKey(authorization)) return unauthorized();
    const limit = Math.min(Math.max(Math.trunc(Number(query.limit)) || 10, 1), 100);
    const rows = await this.charges.list({
      from: toDate(query.date_from),
      to: toDate(query.date_to),
      after: /^cus_(\d{1,18})$/.exec(query.starting_after ?? '')?.[1] ?? null,
      limit: limit + 1,
    });
    const behaviour = await this.faults.take('pay-ins', query.starting_after ?? '');
    return applyFault(
      behaviour,
      success('Pay-ins retrieved successfully', {
        has_more: rows.length > limit,
        data: rows.slice(0, limit).map(toPayInView),
      }),
    );
  }

  async balances(authorization: string | undefined): Promise<SimulatedResponse> {
    if (!getSecretKey(authorization)) return unauthorized();
    const behaviour = await this.faults.take('balances', '');
    const balance = await this.charges.balance();
    return applyFault(
      behaviour,
      success('success', {
        NGN: { pending_balance: 0, available_balance: Number(balance.toDecimalString()) },
      }),
    );
  }

  checkoutUrl(id: string): string {
    return `${this.config.http.appUrl}/sandbox/korapay/checkout/${id}/pay`;
  }
}

/** `YYYY-MM-DD-HH-MM-SS`, in UTC. */
export function toDate(value: string | undefined): Date | null {
  const match = /^(\d{4}-\d\d-\d\d)-(\d\d)-(\d\d)-(\d\d)$/.exec(value ?? '');
  if (!match) return null;
  const date = new Date(`${match[1]}T${match[2]}:${match[3]}:${match[4]}Z`);
  return Number.isNaN(date.getTime()) ? null : date;
}
