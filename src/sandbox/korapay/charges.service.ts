import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../config/app-config';
import { duplicateReference, invalid, applyFault, refusal, success } from './korapay-responses';
import { readChargeRequest } from './charge-request';
import { toPayInView, toVerifyView } from './charge-views';
import { ChargeRepository } from './charge.repository';
import type { SimulatedResponse } from './charge.types';
import { FaultInjectionRepository } from './fault-injection.repository';

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
