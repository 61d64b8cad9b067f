import { Injectable, Logger } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import { KorapayService } from '../korapay/korapay.service';
import type { ProviderNairaAccount } from '../korapay/korapay.types';
import { NairaAccount } from './naira-account.entity';
import type { NairaAccountData, OpenNairaAccountDto } from './naira-accounts.dto';
import { randomBytes } from 'node:crypto';
import { AuditService } from '../../audit/audit.service';
import type { Actor } from '../../common/security/actor';
import { DAY, MINUTE, SECOND } from '../../common/time/clock';
import { DatabaseClock } from '../../database/database-clock';
import { isUniqueViolation } from '../../database/pg-errors';
import { SettingsService } from '../../settings/settings.service';
import { PaymentRepository } from '../payment.repository';
import {
  memberWithoutWallet,
  nairaAccountExists,
  nairaAccountRefused,
  nairaAccountsDisabled,
  nairaAccountUnknown,
} from '../payments.errors';

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

/** Account numbers of customers. A row is committed before the provider is asked, and it is asked once per row. */
@Injectable()
export class NairaAccountsService {
  private readonly logger = new Logger(NairaAccountsService.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: DatabaseClock,
    private readonly settings: SettingsService,
    private readonly payments: PaymentRepository,
    private readonly provider: KorapayService,
    private readonly audit: AuditService,
  ) {}

  async get({ userId }: Pick<Actor, 'userId'>): Promise<NairaAccountData> {
    const offered = await this.isOffered();
    const account = await this.findOwned(userId);
    if (!account) return { offered, account };
    const { status, number, accountName, bankName, reason } = account;
    const details = { status, number, account_name: accountName, bank_name: bankName, reason };
    return { offered, account: details };
  }

  /** The customer's account, or the request for it; else why the last request was refused. */
  findOwned(userId: number): Promise<NairaAccount | null> {
    return this.uow.manager.findOne(NairaAccount, { where: { userId }, order: { id: 'DESC' } });
  }

  findByReference(reference: string): Promise<NairaAccount | null> {
    return this.uow.manager.findOneBy(NairaAccount, { reference });
  }

  /** Asks the provider for an account number. When it gives no answer, the request is looked up later. */
  async open(actor: Actor, { bvn, nin }: OpenNairaAccountDto): Promise<NairaAccountData> {
    if (!(await this.isOffered())) throw nairaAccountsDisabled();
    const { id, reference } = await this.createRequest(actor);
    this.uow.assertNoTransaction();
    const { name, email } = actor;
    const result = await this.provider.openNairaAccount({
      reference,
      customer: { name, email },
      identity: bvn === undefined ? { kind: 'nin', number: nin! } : { kind: 'bvn', number: bvn },
    });
    if (result.outcome === 'unknown') throw nairaAccountUnknown();
    if (result.outcome === 'refused') {
      await this.uow.run(() => this.refuse(id, result.message));
      throw nairaAccountRefused(result.message);
    }
    await this.activate(id, actor.userId, result.account);
    return this.get(actor);
  }

  /**
   * For a customer's account that is closed: the numbers stay, since transfers to them may still come, without the name;
   * a request that the bank has not answered ends. Needs an open unit of work.
   */
  async close(userId: number): Promise<void> {
    const manager = this.uow.requireTransaction();
    await manager.update(NairaAccount, { userId }, { accountName: null });
    const refused = { status: 'refused', reason: 'The account was closed.' } as const;
    await manager.update(NairaAccount, { userId, status: 'requested' }, refused);
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

  /** Leases the request that is due for a lookup the longest, which is due again after the interval. */
  private async claimDue(): Promise<NairaAccount | null> {
    const now = await this.clock.now();
    const [[claimed]] = await this.uow.manager.query<[{ id: number }[], number]>(
      `UPDATE naira_account SET next_check_at = $2
       WHERE id = (SELECT id FROM naira_account WHERE status = 'requested' AND next_check_at <= $1
                   ORDER BY next_check_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING id`,
      [now, new Date(now.getTime() + CHECK_INTERVAL)],
    );
    return claimed ? this.uow.manager.findOneBy(NairaAccount, { id: claimed.id }) : null;
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
      if (!(await this.refuse(id, reason))) return;
      await this.audit.record('system', {
        action: 'payment.naira_account_given_up',
        target: `naira_account:${id}`,
        details: `The naira account ${reference} of user ${userId} was not opened: ${answer}`,
      });
    });
  }

  private async createRequest(actor: Actor): Promise<{ id: number; reference: string }> {
    const reference = `NGA-${actor.userId}-${randomBytes(8).toString('hex')}`;
    const nextCheckAt = await this.clock.in(CHECK_INTERVAL);
    try {
      return await this.uow.run(async () => {
        if (await this.payments.lockMembership(actor.userId)) throw memberWithoutWallet();
        const { identifiers } = await this.uow.requireTransaction().insert(NairaAccount, {
          ...{ userId: actor.userId, provider: this.provider.name, reference, nextCheckAt },
          status: 'requested',
        });
        const id = identifiers[0]!.id as number;
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
      const { affected } = await this.uow.requireTransaction().update(
        NairaAccount,
        { id, status: 'requested' },
        {
          status: 'active',
          number: account.number,
          accountName: account.name,
          bankName: account.bankName,
          activatedAt: await this.clock.now(),
        },
      );
      if (!affected) return;
      await this.audit.record('system', {
        action: 'payment.naira_account_opened',
        target: `naira_account:${id}`,
        details: `Opened the naira account of user ${userId} at ${account.bankName}, ending in ${account.number.slice(-4)}`,
      });
    });
  }

  /** @returns false when it has been decided meanwhile. */
  private async refuse(id: number, reason: string): Promise<boolean> {
    const { affected } = await this.uow
      .requireTransaction()
      .update(NairaAccount, { id, status: 'requested' }, { status: 'refused', reason });
    return affected === 1;
  }

  private async isOffered(): Promise<boolean> {
    const { korapayEnabled, nairaAccountsEnabled } = await this.settings.current();
    return korapayEnabled && nairaAccountsEnabled && (await this.provider.isConfigured());
  }
}
