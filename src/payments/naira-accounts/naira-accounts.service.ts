import { randomBytes } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import type { Actor } from '../../common/security/actor';
import { DAY, MINUTE, SECOND } from '../../common/time/clock';
import { DatabaseClock } from '../../database/database-clock';
import { isUniqueViolation } from '../../database/pg-errors';
import { UnitOfWork } from '../../database/unit-of-work';
import { SettingsService } from '../../settings/settings.service';
import { PaymentRepository } from '../payment.repository';
import {
  memberWithoutWallet,
  nairaAccountExists,
  nairaAccountRefused,
  nairaAccountsDisabled,
  nairaAccountUnknown,
} from '../payments.errors';
import {
  CardProvider,
  type NairaAccountRequest,
  type ProviderNairaAccount,
} from '../ports/card-provider.port';
import type { NairaAccount } from './naira-account.entity';
import { NairaAccountRepository } from './naira-account.repository';

/** Longer than the provider's timeout: before, the request may still be on its way, or another lookup. */
const CHECK_INTERVAL = MINUTE;
/** A run of lookups ends after this time; the next one goes on, on any worker. */
const BUDGET_MS = 30 * SECOND;
/** Before this age, "not found" may mean that the provider has not stored the account yet. */
const MISSING_IS_FINAL_AFTER = 15 * MINUTE;
/** Before this age, an account that cannot be used may be one that the bank still prepares. */
const UNUSABLE_IS_FINAL_AFTER = DAY;
const NOT_MADE = 'The bank made no account. Please try again.';
const NOT_USABLE = 'The bank made no account that can be used. Please try again.';

export interface OwnNairaAccount {
  /** Whether one can be asked for. */
  readonly isOffered: boolean;
  readonly account: NairaAccount | null;
}

/** Account numbers of customers. A row is committed before the provider is asked, and it is asked once per row. */
@Injectable()
export class NairaAccountsService {
  private readonly logger = new Logger(NairaAccountsService.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: DatabaseClock,
    private readonly settings: SettingsService,
    private readonly accounts: NairaAccountRepository,
    private readonly payments: PaymentRepository,
    private readonly provider: CardProvider,
    private readonly audit: AuditService,
  ) {}

  async get({ userId }: Actor): Promise<OwnNairaAccount> {
    const account = await this.accounts.findOwned(userId);
    return { isOffered: await this.isOffered(), account };
  }

  /**
   * Asks the provider for an account number, with an identity that is not stored.
   * @throws DomainError conflict NAIRA_ACCOUNT_EXISTS or ACTS_FOR_TEAM; unavailable NAIRA_ACCOUNTS_DISABLED; upstream_failed
   * NAIRA_ACCOUNT_REFUSED, or NAIRA_ACCOUNT_UNKNOWN, after which it is looked up.
   */
  async open(actor: Actor, identity: NairaAccountRequest['identity']): Promise<OwnNairaAccount> {
    if (!(await this.isOffered())) throw nairaAccountsDisabled();
    const { id, reference } = await this.createRequest(actor);
    this.uow.assertNoTransaction();
    const { name, email } = actor;
    const result = await this.provider.openNairaAccount({
      ...{ reference, identity, customer: { name, email } },
    });
    if (result.outcome === 'unknown') throw nairaAccountUnknown();
    if (result.outcome === 'refused') {
      await this.uow.run(() => this.accounts.refuse(id, result.message));
      throw nairaAccountRefused(result.message);
    }
    await this.activate(id, actor.userId, result.account);
    return this.get(actor);
  }

  /**
   * For a customer's account that is closed: the numbers stay, since transfers to them may still come, without the name;
   * a request that the bank has not answered ends. Needs an open unit of work.
   */
  close(userId: number): Promise<void> {
    return this.accounts.close(userId, 'The account was closed.');
  }

  /** Looks requests up whose outcome is unknown, the longest due first. Several runs may be under way at once. */
  async checkRequested(): Promise<void> {
    const deadline = performance.now() + BUDGET_MS;
    while (performance.now() < deadline) {
      const account = await this.claimDue();
      if (!account) return;
      await this.check(account);
    }
  }

  private async claimDue(): Promise<NairaAccount | null> {
    const now = await this.clock.now();
    return this.accounts.claimDue(now, new Date(now.getTime() + CHECK_INTERVAL));
  }

  private async check(request: NairaAccount): Promise<void> {
    const { id, userId, reference, createdAt } = request;
    const result = await this.provider.findNairaAccount(reference);
    if (result.outcome === 'found') return this.activate(id, userId, result.account);
    if (result.outcome !== 'missing')
      this.logger.warn({ reference, ...result }, 'No usable answer about an account');
    if (result.outcome === 'unknown') return;
    const age = (await this.clock.now()).getTime() - createdAt.getTime();
    if (result.outcome === 'unusable') {
      if (age > UNUSABLE_IS_FINAL_AFTER) await this.giveUp(request, NOT_USABLE, result.reason);
    } else if (age > MISSING_IS_FINAL_AFTER) await this.giveUp(request, NOT_MADE, 'not found');
  }

  /** Ends a request, so that the customer can ask again. @param answer of the provider, for staff. */
  private async giveUp(request: NairaAccount, reason: string, answer: string): Promise<void> {
    const { id, userId, reference } = request;
    await this.uow.run(async () => {
      if (!(await this.accounts.refuse(id, reason))) return;
      await this.audit.record('system', {
        action: 'payment.naira_account_given_up',
        target: `naira_account:${id}`,
        details: `The naira account ${reference} of user ${userId} was not opened: ${answer}`,
      });
    });
  }

  private async createRequest(actor: Actor): Promise<{ id: number; reference: string }> {
    const reference = `NGA-${actor.userId}-${randomBytes(8).toString('hex')}`;
    const account = {
      ...{ userId: actor.userId, provider: this.provider.name, reference },
      nextCheckAt: await this.clock.in(CHECK_INTERVAL),
    };
    try {
      return await this.uow.run(async () => {
        if (await this.payments.lockMembership(actor.userId)) throw memberWithoutWallet();
        const id = await this.accounts.insert(account);
        await this.audit.record(actor, {
          action: 'payment.naira_account_requested',
          target: `naira_account:${id}`,
          details: 'Asked for a naira account',
        });
        return { id, reference };
      });
    } catch (error) {
      if (isUniqueViolation(error)) throw nairaAccountExists();
      throw error;
    }
  }

  private async activate(id: number, userId: number, account: ProviderNairaAccount): Promise<void> {
    await this.uow.run(async () => {
      if (!(await this.accounts.activate(id, account, await this.clock.now()))) return;
      await this.audit.record('system', {
        action: 'payment.naira_account_opened',
        target: `naira_account:${id}`,
        details: `Opened the naira account of user ${userId} at ${account.bankName}, ending in ${account.number.slice(-4)}`,
      });
    });
  }

  private async isOffered(): Promise<boolean> {
    const { korapayEnabled, nairaAccountsEnabled } = await this.settings.current();
    return korapayEnabled && nairaAccountsEnabled && (await this.provider.isConfigured());
  }
}
