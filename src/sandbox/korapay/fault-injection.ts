import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import { SandboxFault } from './korapay.entity';
import { applyFault, refusal, type SimulatedResponse } from './korapay-responses';

export const FAULT_ROUTES = [
  'initialize',
  'find',
  'webhook',
  'refund',
  'find-refund',
  'pay-ins',
  'payouts',
  'payout-items',
  'balances',
  'open-account',
  'find-account',
  'transfers',
] as const;
export type FaultRoute = (typeof FAULT_ROUTES)[number];

/** Injected behaviour of a route. */
export interface Behaviour {
  /** Hold the request this long, then close the connection. */
  readonly hangMs?: number;
  /** Whether an initialize or a refund takes effect before the fault; false when left out. */
  readonly accept?: boolean;
  /** Status, with `json` or `text`, that replaces the regular response. */
  readonly status?: number;
  readonly json?: unknown;
  readonly text?: string;
  readonly headers?: Record<string, string>;
  /** Merged into `data` of the regular response or webhook: amount, currency, status, … */
  readonly data?: Record<string, unknown>;
  /** Webhooks: number of copies (0 for none), delay and signing key. */
  readonly copies?: number;
  readonly delayMs?: number;
  readonly secret?: string;
}

interface NewFault extends Pick<SandboxFault, 'route' | 'reference' | 'behaviour'> {
  /** How many calls it hits; all of them when null. */
  readonly times: number | null;
}

/** @returns null when the body names no known route. */
export function parseFault(body: unknown): NewFault | null {
  if (typeof body !== 'object' || body === null) return null;
  const { route, reference, times, ...behaviour } = body as Record<string, unknown>;
  if (!FAULT_ROUTES.includes(route as FaultRoute)) return null;
  return {
    route: route as FaultRoute,
    reference: typeof reference === 'string' ? reference : null,
    times: Number.isInteger(times) ? (times as number) : null,
    behaviour,
  };
}

/** Configured faults, stored in the database so that they survive a restart. */
@Injectable()
export class FaultInjection {
  constructor(private readonly uow: UnitOfWork) {}

  async add({ times, behaviour, ...match }: NewFault): Promise<void> {
    await this.uow.manager.insert(SandboxFault, {
      ...{ ...match, remaining: times, behaviour: behaviour as object },
    });
  }

  /** Answers a call as it is, or with the fault that was injected for it. */
  async answer(
    route: FaultRoute,
    reference: string,
    act: () => Promise<SimulatedResponse>,
  ): Promise<SimulatedResponse> {
    return applyFault(await this.take(route, reference), await act());
  }

  /** The same for a call with an effect, which a fault prevents unless it says otherwise. */
  async answerCommand(
    route: FaultRoute,
    reference: string,
    act: () => Promise<SimulatedResponse>,
  ): Promise<SimulatedResponse> {
    const fault = await this.take(route, reference);
    const isAltered = fault?.data !== undefined && route !== 'refund';
    const isPrevented = fault && !fault.accept && !isAltered;
    return applyFault(fault, isPrevented ? refusal(503, 'unavailable') : await act());
  }

  /** Consumes the oldest fault that matches this call. */
  async take(route: FaultRoute, reference: string): Promise<Behaviour | null> {
    return this.uow.run(async () => {
      const manager = this.uow.requireTransaction();
      const fault = await manager
        .createQueryBuilder(SandboxFault, 'fault')
        .where('fault.route = :route', { route })
        .andWhere('(fault.reference IS NULL OR fault.reference = :reference)', { reference })
        .andWhere('(fault.remaining IS NULL OR fault.remaining > 0)')
        .orderBy('fault.id')
        .limit(1)
        .setLock('pessimistic_write')
        .getOne();
      if (!fault) return null;
      await manager.decrement(SandboxFault, { id: fault.id }, 'remaining', 1);
      return fault.behaviour;
    });
  }

  list(): Promise<unknown[]> {
    return this.uow.manager.find(SandboxFault, {
      select: { route: true, reference: true, remaining: true, behaviour: true },
      order: { id: 'ASC' },
    });
  }

  async clear(): Promise<void> {
    await this.uow.manager.deleteAll(SandboxFault);
  }
}
