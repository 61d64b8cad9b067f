import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Money } from '../../common/money/money';
import { isUniqueViolation } from '../../database/pg-errors';
import { UnitOfWork } from '../../database/unit-of-work';
import {
  SandboxCharge,
  type ChargeStatus,
  type NewCharge,
  type SimulatedResponse,
} from './korapay.entity';
import { AppConfig } from '../../config/app-config';
import { duplicateReference, invalid, applyFault, refusal, success } from './korapay-responses';
import { readChargeRequest } from './charge-request';
import { toPayInView, toVerifyView } from './charge-views';
import { FaultInjectionRepository } from './fault-injection';

/** Of a list: Korapay's pages have 1 to 100 rows. */
export type ListQuery = Record<string, string | undefined>;

export const toLimit = (query: ListQuery): number =>
  Math.min(Math.max(Math.trunc(Number(query.limit)) || 10, 1), 100);

/** The charges of the simulated Korapay. */
@Injectable()
export class ChargesService {
  constructor(
    private readonly config: AppConfig,
    private readonly uow: UnitOfWork,
    private readonly faults: FaultInjectionRepository,
  ) {}

  async initialize(key: string, body: unknown): Promise<SimulatedResponse> {
    const read = readChargeRequest(body, key);
    const { reference } = (body ?? {}) as { reference?: unknown };
    const behaviour = await this.faults.take('initialize', String(reference));
    const dropped = behaviour !== null && !behaviour.accept && behaviour.data === undefined;
    if (dropped) return applyFault(behaviour, refusal(503, 'unavailable'));
    if ('errors' in read) return applyFault(behaviour, invalid(read.errors));
    const id = await this.insert(read.charge);
    if (!id) return applyFault(behaviour, duplicateReference());
    return applyFault(
      behaviour,
      success('Charge created successfully', {
        reference: read.charge.reference,
        checkout_url: this.checkoutUrl(id),
      }),
    );
  }

  async find(reference: string): Promise<SimulatedResponse> {
    const behaviour = await this.faults.take('find', reference);
    const charge = await this.findByReference(reference);
    return applyFault(
      behaviour,
      charge
        ? success('Charge retrieved successfully', toVerifyView(charge))
        : refusal(404, 'Charge not found'),
    );
  }

  async list(query: ListQuery): Promise<SimulatedResponse> {
    const limit = toLimit(query);
    const [from, to] = [toDate(query.date_from), toDate(query.date_to)];
    const after = /^cus_(\d{1,18})$/.exec(query.starting_after ?? '')?.[1] ?? null;
    const charges = this.uow.manager
      .createQueryBuilder(SandboxCharge, 'charge')
      .orderBy('charge.pointer', 'DESC')
      .limit(limit + 1);
    if (from) charges.andWhere('charge.createdAt >= :from', { from });
    if (to) charges.andWhere('charge.createdAt <= :to', { to });
    if (after !== null) charges.andWhere('charge.pointer < :after', { after });
    const rows = await charges.getMany();
    const behaviour = await this.faults.take('pay-ins', query.starting_after ?? '');
    return applyFault(
      behaviour,
      success('Pay-ins retrieved successfully', {
        has_more: rows.length > limit,
        data: rows.slice(0, limit).map(toPayInView),
      }),
    );
  }

  async balances(): Promise<SimulatedResponse> {
    const behaviour = await this.faults.take('balances', '');
    // What successful charges brought in, less fees, refunds and payouts.
    const [{ kobo }] = await this.uow.manager.query<[{ kobo: string }]>(
      `SELECT (SELECT coalesce(sum(paid_kobo - fee_kobo), 0) FROM sandbox.charge WHERE status = 'success')
            - (SELECT coalesce(sum(amount_kobo), 0) FROM sandbox.refund)
            - (SELECT coalesce(sum(amount_kobo + fee_kobo), 0) FROM sandbox.payout) AS kobo`,
    );
    const available_balance = Number(Money.kobo(BigInt(kobo)).toDecimalString());
    return applyFault(
      behaviour,
      success('success', { NGN: { pending_balance: 0, available_balance } }),
    );
  }

  /** @returns its id, or null when the reference exists. */
  async insert(charge: NewCharge): Promise<string | null> {
    const id = `KPY-PI-${randomUUID().replaceAll('-', '').slice(0, 20)}`;
    try {
      await this.uow.manager.insert(SandboxCharge, {
        ...charge,
        id,
        metadata: charge.metadata as object,
      });
      return id;
    } catch (error) {
      if (isUniqueViolation(error)) return null;
      throw error;
    }
  }

  findById(id: string): Promise<SandboxCharge | null> {
    return this.uow.manager.findOneBy(SandboxCharge, { id });
  }

  findByReference(reference: string): Promise<SandboxCharge | null> {
    return this.uow.manager.findOneBy(SandboxCharge, { reference });
  }

  /** Holds the charge until the unit of work ends. */
  lock(id: string): Promise<SandboxCharge | null> {
    return this.uow
      .requireTransaction()
      .findOne(SandboxCharge, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  async finish(
    id: string,
    status: ChargeStatus,
    payment: Pick<SandboxCharge, 'fee' | 'paid' | 'method'> = {
      fee: null,
      paid: null,
      method: null,
    },
  ): Promise<void> {
    await this.uow
      .requireTransaction()
      .update(SandboxCharge, { id }, { ...payment, status, completedAt: () => 'now()' });
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
