import { Injectable } from '@nestjs/common';
import { Money, formatNairaExact } from '../../common/money/money';
import { ZONE } from '../../common/time/calendar';
import { UnitOfWork } from '../../database/unit-of-work';
import { NairaNumber, type AuditChange } from '../../audit/audit-changes.types';
import { AuditService, type AuditActor } from '../../audit/audit.service';
import type { AuditAction } from '../../audit/audit.types';
import type {
  WalletCorrection,
  ProposedChange,
  ChangeRequest,
  CorrectionRequest,
} from '../../wallet/corrections/wallet-correction.entity';
import { ProposalNoticeService } from './proposal-notice.service';
import { describeSubject } from './wallet-corrections.dto';
import { crashPoint } from '../../common/crash-point';
import type { Actor } from '../../common/security/actor';
import { can } from '../../common/security/permissions';
import { SettingsService } from '../../settings/settings.service';
import { UserAdministrationService } from '../../users/user-administration.service';
import { UsersService } from '../../users/users.service';
import { WalletCorrectionService } from '../../wallet/corrections/wallet-correction.service';
import { refuse } from '../users/admin-users.errors';

/** What a member of staff has moved today without another admin. */
export interface MovedToday {
  readonly funded: Money;
  readonly other: Money;
}

function describeMovement(correction: WalletCorrection): string {
  const { direction, reference } = correction;
  if (correction.amount === null)
    return `Proposal of ${describeSubject(correction.kind, correction.subjectId)}`;
  const amount = formatNairaExact(correction.amount);
  return `${direction === 'credit' ? 'Credit' : 'Debit'} of ${amount} (${reference})`;
}

/** The only numbers in changes are limits in naira. */
function toAuditChange({ before, after }: ProposedChange): AuditChange {
  const toValues = (fields: ProposedChange['before']) =>
    Object.fromEntries(
      Object.entries(fields).map(([field, value]) => [
        field,
        typeof value === 'number' ? new NairaNumber(value) : value,
      ]),
    );
  return { before: toValues(before), after: toValues(after) };
}

function toTarget({ kind, userId, subjectId }: WalletCorrection): string {
  if (kind === 'limit_raise') return 'settings';
  return kind === 'compensation' ? `compensation:${subjectId}` : `user:${userId}`;
}

const max = (a: Money, b: Money): Money => (a.isLessThan(b) ? b : a);

/** Decides what needs the approval of another admin, and proposes it. */
@Injectable()
export class ApprovalService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly corrections: WalletCorrectionService,
    private readonly users: UsersService,
    private readonly accounts: UserAdministrationService,
    private readonly settings: SettingsService,
    private readonly notices: ProposalNoticeService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Serializes the movements of a member of staff until the unit of work ends, so that concurrent ones neither pass a
   * limit together nor count twice. Comes before any other lock. A transaction that began before midnight counts on the
   * new day once another of that day has ended.
   * @returns what the actor has moved alone today.
   */
  async lock({ userId }: Actor): Promise<MovedToday> {
    const [row] = await this.uow.requireTransaction().query<[{ funded: string; other: string }]>(
      `INSERT INTO staff_allowance AS a (staff_id, day, funded_kobo, other_kobo)
       VALUES ($1, (now() AT TIME ZONE '${ZONE}')::date, 0, 0)
       ON CONFLICT (staff_id) DO UPDATE
       SET day = greatest(a.day, excluded.day),
           funded_kobo = CASE WHEN a.day >= excluded.day THEN a.funded_kobo ELSE 0 END,
           other_kobo = CASE WHEN a.day >= excluded.day THEN a.other_kobo ELSE 0 END
       RETURNING funded_kobo AS funded, other_kobo AS other`,
      [userId],
    );
    return { funded: Money.kobo(BigInt(row.funded)), other: Money.kobo(BigInt(row.other)) };
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
    // Some may only propose refunds.
    if (kind === 'order_refund' && !can(actor, 'refunds.manage')) return false;
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
    await this.uow
      .requireTransaction()
      .query('UPDATE staff_allowance SET funded_kobo = $2, other_kobo = $3 WHERE staff_id = $1', [
        ...[actor.userId, moved.funded.kobo.toString(), moved.other.kobo.toString()],
      ]);
    return true;
  }

  /**
   * Proposes a movement instead of posting it. Needs an open unit of work.
   * @returns its id; a repeated reference returns the first one.
   * @throws DomainError not_found, conflict PROPOSAL_OPEN.
   */
  async propose(actor: Actor, request: Omit<CorrectionRequest, 'needsApproval'>): Promise<number> {
    const user = await this.users.lockShared(request.userId);
    if (!user) throw refuse('USER_NOT_FOUND');
    const { correction, replayed } = await this.corrections.create(actor, {
      ...request,
      needsApproval: true,
    });
    if (replayed) return correction.id;
    const subject = describeSubject(request.kind, request.subjectId);
    await this.announce(
      actor,
      correction,
      `Proposed for the wallet of ${user.name}: ${subject}. ${request.reason}`,
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
    await this.announce(actor, correction, request.reason);
    return correction.id;
  }

  /** Audits a new proposal and mails it to who can decide about it. */
  async announce(actor: Actor, correction: WalletCorrection, what: string): Promise<void> {
    await this.record(actor, 'wallet.correction_proposed', correction, what);
    await this.notices.announce(correction);
  }

  /** @throws DomainError forbidden APPROVER_TOO_NEW. */
  assertCanApprove(actor: Actor): Promise<void> {
    return this.accounts.assertCanApprove(actor.userId);
  }

  /** Audits a correction or proposal, at the account that it is about. */
  record(
    actor: AuditActor,
    action: AuditAction,
    correction: WalletCorrection,
    what: string,
    change: AuditChange = {},
  ): Promise<void> {
    return this.audit.record(actor, {
      action,
      target: toTarget(correction),
      details: `${describeMovement(correction)}: ${what}`,
      ...(correction.change ? toAuditChange(correction.change) : change),
    });
  }
}
