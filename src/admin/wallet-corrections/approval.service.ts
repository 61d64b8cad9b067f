import { Injectable } from '@nestjs/common';
import { crashPoint } from '../../common/crash-point';
import { Money } from '../../common/money/money';
import type { Actor } from '../../common/security/actor';
import { SettingsService } from '../../settings/settings.service';
import { UserAdministrationService } from '../../users/user-administration.service';
import { UsersService } from '../../users/users.service';
import { WalletCorrectionService } from '../../wallet/corrections/wallet-correction.service';
import type {
  ChangeRequest,
  CorrectionRequest,
} from '../../wallet/corrections/wallet-correction.types';
import { userNotFound } from '../users/admin-users.errors';
import { CorrectionAuditService, describeSubject } from './correction-audit.service';
import { StaffAllowanceRepository, type MovedToday } from './staff-allowance.repository';

const max = (a: Money, b: Money): Money => (a.isLessThan(b) ? b : a);

/** Decides what needs the approval of another admin, and proposes it. */
@Injectable()
export class ApprovalService {
  constructor(
    private readonly allowances: StaffAllowanceRepository,
    private readonly corrections: WalletCorrectionService,
    private readonly users: UsersService,
    private readonly accounts: UserAdministrationService,
    private readonly settings: SettingsService,
    private readonly audit: CorrectionAuditService,
  ) {}

  /**
   * Serializes the movements of a member of staff until the unit of work ends, so that concurrent ones neither pass a
   * limit together nor count twice. Comes before any other lock.
   * @returns what the actor has moved alone today.
   */
  lock(actor: Actor): Promise<MovedToday> {
    return this.allowances.lock(actor.userId);
  }

  /**
   * Adds a movement to what the actor moves alone today, unless it exceeds a limit of the settings: one for fundings with
   * everything else, one for everything else. Call it only for a movement that is posted in the same unit of work.
   * @param today as `lock` has returned it.
   * @returns false when it needs an approval instead.
   */
  async reserve(
    actor: Actor,
    { funded, other }: MovedToday,
    { amount, kind }: Pick<CorrectionRequest, 'amount' | 'kind'>,
  ): Promise<boolean> {
    const settings = await this.settings.current();
    const fundingLimit = Money.naira(settings.fundingApprovalLimit);
    const otherLimit = Money.naira(settings.correctionApprovalLimit);
    const isFunding = kind === 'funding';
    const moved = isFunding
      ? { funded: funded.plus(amount), other }
      : { funded, other: other.plus(amount) };
    const total = moved.funded.plus(moved.other);
    const limit = isFunding ? fundingLimit : max(fundingLimit, otherLimit);
    if (limit.isLessThan(total) || (!isFunding && otherLimit.isLessThan(moved.other))) return false;
    await this.allowances.store(actor.userId, moved);
    return true;
  }

  /**
   * Proposes a movement instead of posting it. Needs an open unit of work.
   * @returns its id; a repeated reference returns the first one.
   * @throws DomainError not_found, conflict PROPOSAL_OPEN.
   */
  async propose(actor: Actor, request: Omit<CorrectionRequest, 'needsApproval'>): Promise<number> {
    const user = await this.users.lockShared(request.userId);
    if (!user) throw userNotFound();
    const { correction, replayed } = await this.corrections.create(actor, {
      ...request,
      needsApproval: true,
    });
    if (replayed) return correction.id;
    await this.audit.record(
      actor,
      'wallet.correction_proposed',
      correction,
      `Proposed for the wallet of ${user.name}: ${describeSubject(correction)}. ${request.reason}`,
    );
    crashPoint('proposal.before-commit');
    return correction.id;
  }

  /** Whether there is another admin, or was until lately, who has to approve changes of rights and limits. */
  hasSecondAdmin(actor: Actor): Promise<boolean> {
    return this.accounts.hasSecondAdmin(actor.userId);
  }

  /**
   * Proposes a change of rights or limits instead of making it. Needs an open unit of work.
   * @returns the id of the proposal. @throws DomainError conflict PROPOSAL_OPEN.
   */
  async proposeChange(actor: Actor, request: ChangeRequest): Promise<number> {
    const correction = await this.corrections.proposeChange(actor, request);
    await this.audit.record(actor, 'wallet.correction_proposed', correction, request.reason);
    return correction.id;
  }

  /** @throws DomainError forbidden APPROVER_TOO_NEW. */
  assertCanApprove(actor: Actor): Promise<void> {
    return this.accounts.assertCanApprove(actor.userId);
  }
}
