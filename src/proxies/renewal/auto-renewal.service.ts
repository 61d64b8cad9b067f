import type { DatacenterPeriod } from '../../catalog/catalog.types';
import { Injectable, Logger } from '@nestjs/common';
import { crashPoint } from '../../common/crash-point';
import { DomainError } from '../../common/errors/domain-error';
import { toPlatformKey } from '../../common/http/api.decorators';
import { Money } from '../../common/money/money';
import { UnitOfWork } from '../../database/unit-of-work';
import { WalletService } from '../../wallet/wallet.service';
import { OrderService } from '../orders/order.service';
import { cycleOver } from '../proxies.errors';
import type { ExtensionChoice } from './renewal.types';
import { AutoRenewalOutcomeService } from './auto-renewal-outcome.service';
import { AutoRenewalRepository, MAX_FAILURES } from './auto-renewal.repository';
import type { DueRenewal } from './auto-renewal.entity';
import type { AutoRenewReason } from '../proxy.types';

const CONCURRENCY = 8;
const PAGE_SIZE = 200;

/**
 * Renews proxies before their end, paid from the wallet: one charge per end of a proxy. The three attempts are 24, 12
 * and 2 hours before the end; after a shortage, a credit of the wallet is followed by another one that does not count.
 * A crash at any point leaves the attempt due.
 */
@Injectable()
export class AutoRenewalService {
  private readonly logger = new Logger(AutoRenewalService.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly repository: AutoRenewalRepository,
    private readonly outcomes: AutoRenewalOutcomeService,
    private readonly orders: OrderService,
    private readonly wallet: WalletService,
  ) {}

  /** Makes every due attempt, and those that a wallet can pay by now. @returns the number of attempts. */
  async renewDue(): Promise<number> {
    let attempts = 0;
    for (;;) {
      const due = await this.repository.claimDue(CONCURRENCY);
      if (!due.length) break;
      attempts += await this.attemptAll(due);
    }
    return attempts + (await this.renewAffordable());
  }

  /** Makes the attempts that the wallet was short for and can pay by now. @returns their number. */
  private async renewAffordable(): Promise<number> {
    for (let after = 0, attempts = 0; ;) {
      const short = await this.repository.findShort(after, PAGE_SIZE);
      const balances = new Map<number, Money>();
      for (const owner of new Set(short.map((renewal) => renewal.userId)))
        balances.set(owner, await this.wallet.getBalance(owner));
      const affordable = short.filter(
        (renewal) =>
          !balances.get(renewal.userId)!.isLessThan(Money.kobo(BigInt(renewal.shortOfKobo))),
      );
      for (let start = 0; start < affordable.length; start += CONCURRENCY) {
        const ids = affordable.slice(start, start + CONCURRENCY).map(({ proxyId }) => proxyId);
        attempts += await this.attemptAll(await this.repository.claimShort(ids));
      }
      if (short.length < PAGE_SIZE) return attempts;
      after = short.at(-1)!.proxyId;
    }
  }

  private async attemptAll(due: readonly DueRenewal[]): Promise<number> {
    await Promise.all(due.map((renewal) => this.tryAttempt(renewal)));
    return due.length;
  }

  /** Catches errors, so that one proxy does not hold up others; its lease ends and it is due again. */
  private async tryAttempt(due: DueRenewal): Promise<void> {
    try {
      await this.attempt(due);
    } catch (error) {
      this.logger.error({ err: error, due }, 'An automatic renewal could not be attempted');
    }
  }

  private async attempt(due: DueRenewal): Promise<void> {
    try {
      await this.orders.renewForOwner(due, toPackage(due), toKey(due), {
        verify: async () => {
          if (!(await this.repository.lockChargeable(due))) throw cycleOver();
        },
        record: async (orderId, price) => {
          if (!(await this.repository.insertCharge(due, orderId))) throw cycleOver();
          await this.outcomes.addRenewal(due.proxyId, orderId, price);
          crashPoint('auto-renewal.before-commit');
        },
      });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      await this.handleRefusal(due, error);
    }
  }

  private async handleRefusal(due: DueRenewal, error: DomainError): Promise<void> {
    const { code } = error;
    // The end has moved, or the owner or staff have stopped it: the next sweep sees what is due then.
    if (SETTLED_BY_OTHERS.includes(code)) return;
    if (code === 'ORDER_REFUNDED')
      return this.uow.run(() => this.outcomes.stop([due.proxyId], 'order_refunded'));
    if (code === 'NOT_A_BUYER')
      return this.uow.run(() => this.outcomes.stop([due.proxyId], 'member_left'));
    if (code === 'MEMBER_SPENDING_LIMIT')
      return this.fail(due, 'member_limit', getRequiredAmount(error));
    const price = code === 'INSUFFICIENT_BALANCE' ? getRequiredAmount(error) : null;
    // It is for staff to extend the address at its provider or to replace it until the last attempt.
    const reason = code === 'ADDRESS_ENDS' ? 'package_unavailable' : REASONS[error.kind];
    // Neither the customer nor the proxy is the cause.
    if (!reason) throw error;
    await this.fail(due, reason, price);
  }

  private fail(due: DueRenewal, reason: AutoRenewReason, price: Money | null): Promise<void> {
    // A credit to the wallet helps against nothing else.
    const shortOf = reason === 'insufficient_balance' ? price : null;
    return this.uow.run(async () => {
      // Another worker may have charged it since, with the money that this one was short of.
      if (!(await this.repository.lockUncharged(due))) return;
      const failures = await this.repository.fail(due, shortOf);
      if (failures === null) return this.repository.setShortOf(due, shortOf);
      if (failures >= MAX_FAILURES)
        await this.outcomes.stop([due.proxyId], reason, price ?? undefined);
      else if (failures === 1) await this.outcomes.addFailure(due.proxyId, reason, price);
    });
  }
}

const SETTLED_BY_OTHERS: readonly string[] = [
  ...['CYCLE_OVER', 'PROXY_SUSPENDED', 'PROXY_EXPIRED', 'PROXY_MOVED'],
];

const REASONS: Partial<Record<DomainError['kind'], AutoRenewReason>> = {
  insufficient_balance: 'insufficient_balance',
  invalid: 'package_unavailable',
  conflict: 'delivery_failed',
};

/** The idempotency key of the order. */
const toKey = ({ proxyId, endsAt }: DueRenewal): string =>
  toPlatformKey('auto', proxyId, endsAt.toISOString());

const toPackage = ({ gigabytes, durationMinutes }: DueRenewal): ExtensionChoice =>
  gigabytes === null ? { duration_minutes: durationMinutes as DatacenterPeriod } : { gigabytes };

const getRequiredAmount = ({ details }: DomainError): Money =>
  Money.naira(Number(details?.required_amount));
