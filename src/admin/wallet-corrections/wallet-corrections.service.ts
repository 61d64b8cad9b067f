import { Injectable } from '@nestjs/common';
import { AuditService, type AuditActor } from '../../audit/audit.service';
import type { AuditChange } from '../../audit/audit-changes.types';
import type { AuditAction } from '../../audit/audit.types';
import type { Page, Paged } from '../../common/http/pagination';
import { crashPoint } from '../../common/crash-point';
import { formatNairaExact, Money } from '../../common/money/money';
import type { Actor } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import { SettingsService } from '../../settings/settings.service';
import { UsersService } from '../../users/users.service';
import type { UserAccount } from '../../users/users.types';
import type { WalletCorrection } from '../../wallet/corrections/wallet-correction.entity';
import { WalletCorrectionService } from '../../wallet/corrections/wallet-correction.service';
import type { CorrectionRequest } from '../../wallet/corrections/wallet-correction.types';
import { WalletService } from '../../wallet/wallet.service';
import type { TransactionType } from '../../wallet/wallet.types';
import { toKeyedReference } from '../../common/security/keyed-reference';
import { staffNotFundable, userNotFound } from '../users/admin-users.errors';
import { WalletCorrectionsQueries } from './wallet-corrections.queries';
import type { CorrectionFilter, ListedCorrection } from './wallet-corrections.types';

export interface NewWalletCorrection {
  readonly direction: TransactionType;
  readonly amount: Money;
  readonly reason: string;
}

/** Corrections of wallets by staff. Above the limit of the settings another admin has to approve. */
@Injectable()
export class WalletCorrectionsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly queries: WalletCorrectionsQueries,
    private readonly corrections: WalletCorrectionService,
    private readonly users: UsersService,
    private readonly wallet: WalletService,
    private readonly settings: SettingsService,
    private readonly audit: AuditService,
  ) {}

  /** Newest first, with the number of open proposals. */
  async list(
    filter: CorrectionFilter,
    page: Page,
  ): Promise<{ corrections: Paged<ListedCorrection>; awaiting: number }> {
    const [corrections, awaiting] = await this.uow.all(
      () => this.queries.list(filter, page),
      () => this.queries.countAwaiting(),
    );
    return { corrections, awaiting };
  }

  /**
   * @param key the caller's; the same one corrects once, whatever happened in between.
   * @throws DomainError not_found, insufficient_balance, conflict STAFF_NOT_FUNDED.
   */
  async correct(
    actor: Actor,
    userId: number,
    correction: NewWalletCorrection,
    key: string | undefined,
  ): Promise<ListedCorrection> {
    const { direction, amount } = correction;
    const call = [userId, direction, amount.kobo.toString()];
    const reference = toKeyedReference('CORR', actor, call, key);
    const needsApproval = await this.exceedsLimit(amount);
    const id = await this.uow.run(() =>
      this.create(actor, { userId, reference, needsApproval, reversalOf: null, ...correction }),
    );
    return this.queries.get(id);
  }

  /**
   * Posts the opposite of a posted correction, at most once.
   * @throws DomainError not_found, conflict CORRECTION_NOT_REVERSIBLE, STAFF_NOT_FUNDED, insufficient_balance.
   */
  async reverse(
    actor: Actor,
    id: number,
    reason: string,
    key: string | undefined,
  ): Promise<ListedCorrection> {
    const reference = toKeyedReference('CORR', actor, ['reverse', id], key);
    const reversal = await this.uow.run(async () => {
      const correction = await this.corrections.lock(id);
      const earlier = await this.corrections.findByReference(reference);
      if (earlier) return earlier.id;
      this.corrections.assertReversible(correction);
      const amount = Money.kobo(correction.amountKobo);
      return this.create(actor, {
        userId: correction.userId,
        reference,
        direction: correction.direction === 'credit' ? 'debit' : 'credit',
        amount,
        reason,
        needsApproval: await this.exceedsLimit(amount),
        reversalOf: id,
      });
    });
    return this.queries.get(reversal);
  }

  /** @throws DomainError as WalletCorrectionService.approve. */
  async approve(actor: Actor, id: number): Promise<ListedCorrection> {
    await this.uow.run(async () => {
      const correction = await this.corrections.lock(id);
      const user = await this.lockUser(correction.userId, correction.direction);
      const before = await this.wallet.lockBalance(user.id);
      await this.corrections.approve(actor, correction);
      await this.recordPosting(actor, user, correction, before);
    });
    return this.queries.get(id);
  }

  /** @throws DomainError not_found, conflict CORRECTION_DECIDED. */
  async reject(actor: Actor, id: number, reason: string): Promise<ListedCorrection> {
    await this.uow.run(async () => {
      const correction = await this.corrections.lock(id);
      await this.corrections.reject(actor, correction, reason);
      await this.record(actor, 'wallet.correction_rejected', correction, `Rejected. ${reason}`);
    });
    return this.queries.get(id);
  }

  /** Closes proposals past their time. */
  async expire(): Promise<void> {
    await this.uow.run(async () => {
      for (const correction of await this.corrections.expire())
        await this.record(
          'system',
          'wallet.correction_expired',
          correction,
          'Nobody approved it in time',
        );
    });
  }

  private async create(actor: Actor, request: CorrectionRequest): Promise<number> {
    const user = await this.lockUser(request.userId, request.direction);
    const before = await this.wallet.lockBalance(user.id);
    const { correction, replayed } = await this.corrections.create(actor, request);
    if (replayed) return correction.id;
    if (correction.status === 'proposed')
      await this.record(
        actor,
        'wallet.correction_proposed',
        correction,
        `Proposed for the wallet of ${user.name}. ${request.reason}`,
      );
    else await this.recordPosting(actor, user, correction, before);
    return correction.id;
  }

  /** Serializes with a change of the role: staff hold no money. */
  private async lockUser(userId: number, direction: TransactionType): Promise<UserAccount> {
    const user = await this.users.lockShared(userId);
    if (!user) throw userNotFound();
    if (user.role !== 'user' && direction === 'credit') throw staffNotFundable();
    return user;
  }

  private async exceedsLimit(amount: Money): Promise<boolean> {
    const { correctionApprovalLimit } = await this.settings.current();
    return Money.naira(correctionApprovalLimit).isLessThan(amount);
  }

  private async recordPosting(
    actor: Actor,
    user: UserAccount,
    correction: WalletCorrection,
    before: Money,
  ): Promise<void> {
    const balance = await this.wallet.getBalance(user.id);
    const what = correction.reversalOf === null ? 'Corrected' : 'Reversed a correction of';
    await this.record(
      actor,
      'wallet.corrected',
      correction,
      `${what} the wallet of ${user.name}. ${correction.reason}`,
      {
        before: { balance: before },
        after: { balance },
      },
    );
    crashPoint('correction.before-commit');
    await this.uow.afterCommit(() => crashPoint('correction.after-commit'));
  }

  private record(
    actor: AuditActor,
    action: AuditAction,
    correction: WalletCorrection,
    what: string,
    change: AuditChange = {},
  ): Promise<void> {
    const { direction, reference, userId } = correction;
    const amount = formatNairaExact(Money.kobo(correction.amountKobo));
    return this.audit.record(actor, {
      action,
      target: `user:${userId}`,
      details: `${direction === 'credit' ? 'Credit' : 'Debit'} of ${amount} (${reference}): ${what}`,
      ...change,
    });
  }
}
