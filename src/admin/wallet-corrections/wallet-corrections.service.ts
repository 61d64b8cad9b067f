import { Injectable } from '@nestjs/common';
import { crashPoint } from '../../common/crash-point';
import { DomainError } from '../../common/errors/domain-error';
import { Money } from '../../common/money/money';
import { SessionsService } from '../../auth/sessions/sessions.service';
import type { Actor, ClientInfo, SessionActor } from '../../common/security/actor';
import { can } from '../../common/security/permissions';
import { StaffService } from '../staff/staff.service';
import { AdminSettingsService } from '../settings/admin-settings.service';
import { AdminUsersService } from '../users/admin-users.service';
import { DatabaseClock } from '../../database/database-clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { UsersService } from '../../users/users.service';
import type { UserAccount } from '../../users/users.types';
import type {
  WalletCorrection,
  CorrectionRequest,
} from '../../wallet/corrections/wallet-correction.entity';
import { correctionNotFound, fundingSpent, notOwnProposal } from '../../wallet/wallet.errors';
import {
  toMovement,
  WalletCorrectionService,
} from '../../wallet/corrections/wallet-correction.service';
import { WalletService } from '../../wallet/wallet.service';
import type { TransactionType } from '../../wallet/wallet.types';
import { toKeyedReference } from '../../common/http/api.decorators';
import { refuse } from '../users/admin-users.errors';
import { ApprovalService, type MovedToday } from './approval.service';
import {
  CorrectWalletDto,
  describeSubject,
  toCorrectionResult,
  type WalletCorrectionData,
} from './wallet-corrections.dto';
import { ProposalNoticeService } from './proposal-notice.service';
import { StaffMovementsService } from './staff-movements.service';
import { WalletCorrectionsQueries } from './wallet-corrections.queries';

const NO_SUBJECT = { kind: 'correction', subjectId: null, reversalOf: null } as const;

type Wanted = Omit<CorrectionRequest, 'needsApproval'>;
type Kind = Pick<WalletCorrection, 'kind'>;
const isReversedFunding = ({ kind }: Kind): boolean => kind === 'funding_reversal';
const isCorrection = ({ kind }: Kind): boolean =>
  kind === 'correction' || kind === 'funding_reversal';

/** @throws DomainError insufficient_balance FUNDING_SPENT. */
function assertHeld(amount: Money, balance: Money): void {
  if (balance.isLessThan(amount)) throw fundingSpent(amount, balance);
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
    private readonly approvals: ApprovalService,
    private readonly movements: StaffMovementsService,
    private readonly notices: ProposalNoticeService,
    private readonly clock: DatabaseClock,
  ) {}

  /**
   * @param key the caller's; the same one corrects once, whatever happened in between.
   * @throws DomainError not_found, insufficient_balance, conflict STAFF_NOT_FUNDED.
   */
  async correct(
    actor: Actor,
    userId: number,
    { direction, amount: naira, reason }: CorrectWalletDto,
    key: string | undefined,
  ): Promise<WalletCorrectionData> {
    const amount = Money.parseDecimal(naira)!;
    const call = [userId, direction, amount.kobo.toString()];
    const reference = toKeyedReference('CORR', actor, call, key);
    const wanted = { userId, reference, direction, amount, reason, ...NO_SUBJECT };
    return this.make(actor, () => Promise.resolve(wanted));
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
  ): Promise<WalletCorrectionData> {
    const reference = toKeyedReference('CORR', actor, ['reverse', id], key);
    return this.make(actor, async () => {
      const correction = await this.corrections.lock(id);
      const earlier = await this.corrections.findByReference(reference);
      if (earlier) return earlier.id;
      this.corrections.assertReversible(correction);
      const { direction, amount } = toMovement(correction);
      const opposite = direction === 'credit' ? 'debit' : 'credit';
      return {
        ...{ ...NO_SUBJECT, userId: correction.userId, reference, amount, reason },
        ...{ direction: opposite, reversalOf: id },
      };
    });
  }

  /**
   * Takes a mistaken funding out of the wallet, at most once, by its exact opposite.
   * @throws DomainError not_found, conflict FUNDING_NOT_REVERSIBLE, insufficient_balance FUNDING_SPENT.
   */
  async reverseFunding(
    actor: Actor,
    transactionId: number,
    reason: string,
    key: string | undefined,
  ): Promise<WalletCorrectionData> {
    const reference = toKeyedReference('CORR', actor, ['reverse-funding', transactionId], key);
    return this.make(actor, async () => {
      const { userId, amount } = await this.corrections.lockFunding(transactionId);
      const movement = { userId, reference, direction: 'debit', amount, reason } as const;
      return {
        ...{ kind: 'funding_reversal', subjectId: transactionId, reversalOf: null },
        ...movement,
      };
    });
  }

  /**
   * @param makeChange makes a change of rights or limits, in the same unit of work.
   * @throws DomainError as WalletCorrectionService.approve and as the movement itself, forbidden APPROVER_TOO_NEW.
   */
  async approve(
    actor: Actor,
    id: number,
    makeChange?: (correction: WalletCorrection) => Promise<void>,
  ): Promise<WalletCorrectionData> {
    await this.uow.run(async () => {
      const correction = await this.corrections.lock(id);
      if (correction.status === 'proposed' && correction.proposedBy !== actor.userId)
        await this.approvals.assertCanApprove(actor);
      await this.carryOut(actor, correction, actor.userId, makeChange);
    });
    return this.get(id);
  }

  /**
   * Carries out the proposals whose delay is over in a shop with one admin, and schedules those whose second admin has
   * left. One that is refused, such as for lack of money, is rejected with the reason.
   */
  async executeDue(): Promise<void> {
    const failures: unknown[] = [];
    for (const id of await this.corrections.findOpenMovements())
      await this.uow
        .run(() => this.executeIfDue(id))
        .catch(async (error: unknown) => {
          if (error instanceof DomainError)
            await this.uow.run(() => this.rejectRefused(id, error.message));
          else failures.push(error);
        });
    if (failures.length) throw new AggregateError(failures, 'Proposals could not be carried out');
  }

  /** Ends a proposal of a shop with one admin by the link of the mail about it. Repeating it changes nothing. */
  async stop(client: ClientInfo, id: number, signature: string): Promise<void> {
    await this.uow.run(async () => {
      const correction = await this.corrections.lock(id);
      if (!this.notices.isGenuine(correction, signature)) throw correctionNotFound();
      if (correction.status === 'rejected') return;
      const reason = 'Stopped with the link in the email';
      await this.corrections.reject(null, correction, reason);
      await this.approvals.record(client, 'wallet.correction_rejected', correction, reason);
    });
  }

  private async executeIfDue(id: number): Promise<void> {
    const correction = await this.corrections.lock(id);
    if (correction.status !== 'proposed') return;
    const { executesAt, proposedBy } = correction;
    if ((await this.notices.isAlone(correction)) !== (executesAt !== null))
      return this.notices.announce(correction);
    if (!executesAt || executesAt > (await this.clock.now())) return;
    const proposer = await this.users.findById(proposedBy);
    if (proposer?.role !== 'admin' || proposer.status !== 'active') return;
    const { name, email, role } = proposer;
    const actor = {
      userId: proposedBy,
      name,
      email,
      role,
      ...{ sessionId: '', ip: '', userAgent: '' },
    };
    await this.carryOut(actor, correction, null);
    await this.notices.reportOutcome(correction);
  }

  private async rejectRefused(id: number, refusal: string): Promise<void> {
    const correction = await this.corrections.lock(id);
    if (correction.status !== 'proposed') return;
    await this.corrections.reject(null, correction, `Not carried out: ${refusal}`);
    await this.approvals.record(
      'system',
      'wallet.correction_rejected',
      correction,
      `Not carried out: ${refusal}`,
    );
    await this.notices.reportOutcome(correction, refusal);
  }

  /** @param decidedBy null when its time has come without a second admin. */
  private async carryOut(
    actor: Actor,
    correction: WalletCorrection,
    decidedBy: number | null,
    makeChange?: (correction: WalletCorrection) => Promise<void>,
  ): Promise<void> {
    const { kind, subjectId, reason } = correction;
    const isHere = isCorrection(correction);
    if (isHere) {
      const user = await this.lockUser(correction.userId, toMovement(correction).direction);
      const before = await this.wallet.lockBalance(user.id);
      if (isReversedFunding(correction)) assertHeld(toMovement(correction).amount, before);
      await this.corrections.approve(actor, correction, decidedBy);
      await this.recordPosting(actor, user, correction, before);
    } else
      await this.corrections.approve(actor, correction, decidedBy, async () => {
        if (!correction.change) return this.movements.postApproved(actor, correction);
        if (!makeChange) throw new Error(`The change ${correction.id} is made elsewhere`);
        await makeChange(correction);
        return null;
      });
    const subject = correction.change ? '' : `: ${describeSubject(kind, subjectId)}`;
    if (decidedBy === null)
      await this.approvals.record(
        'system',
        'wallet.proposal_executed',
        correction,
        `Carried out without a second admin, as ${actor.name} proposed${subject}. ${reason}`,
      );
    else if (!isHere)
      await this.approvals.record(
        actor,
        'wallet.proposal_approved',
        correction,
        `Approved${subject}. ${reason}`,
      );
    crashPoint('correction.before-commit');
  }

  /**
   * Everybody withdraws their own.
   * @throws DomainError not_found, conflict CORRECTION_DECIDED, forbidden.
   */
  async reject(actor: Actor, id: number, reason: string): Promise<WalletCorrectionData> {
    await this.uow.run(async () => {
      const correction = await this.corrections.lock(id);
      if (correction.proposedBy !== actor.userId && !can(actor, 'approvals.decide'))
        throw notOwnProposal();
      await this.corrections.reject(actor.userId, correction, reason);
      await this.approvals.record(
        actor,
        'wallet.correction_rejected',
        correction,
        `Rejected. ${reason}`,
      );
    });
    return this.get(id);
  }

  /** Closes proposals past their time. */
  async expire(): Promise<void> {
    await this.uow.run(async () => {
      for (const correction of await this.corrections.expire())
        await this.approvals.record(
          'system',
          'wallet.correction_expired',
          correction,
          'Nobody approved it in time',
        );
    });
  }

  private async get(id: number): Promise<WalletCorrectionData> {
    return toCorrectionResult(await this.queries.get(id));
  }

  /** @param prepare locks and checks what it is about; the id of an earlier call of the same reference. */
  private async make(
    actor: Actor,
    prepare: () => Promise<Wanted | number>,
  ): Promise<WalletCorrectionData> {
    const id = await this.uow.run(async () => {
      const today = await this.approvals.lock(actor);
      const wanted = await prepare();
      return typeof wanted === 'number' ? wanted : this.create(actor, today, wanted);
    });
    return this.get(id);
  }

  private async create(actor: Actor, today: MovedToday, wanted: Wanted): Promise<number> {
    const earlier = await this.corrections.findByReference(wanted.reference);
    if (earlier) return earlier.id;
    const needsApproval = !(await this.approvals.reserve(actor, today, wanted));
    const request = { ...wanted, needsApproval };
    const user = await this.lockUser(request.userId, request.direction);
    const before = await this.wallet.lockBalance(user.id);
    if (request.kind === 'funding_reversal' && !request.needsApproval) {
      await this.corrections.assertFundingNotReversed(request.subjectId);
      assertHeld(request.amount, before);
    }
    const { correction, replayed } = await this.corrections.create(actor, request);
    if (replayed) return correction.id;
    if (correction.status === 'proposed')
      await this.approvals.announce(
        actor,
        correction,
        `Proposed for the wallet of ${user.name}. ${request.reason}`,
      );
    else await this.recordPosting(actor, user, correction, before);
    return correction.id;
  }

  /** Serializes with a change of the role and with joining a team: staff and members hold no money. */
  private async lockUser(userId: number, direction: TransactionType): Promise<UserAccount> {
    const user = await this.users.lockShared(userId);
    if (!user) throw refuse('USER_NOT_FOUND');
    if (user.role !== 'user' && direction === 'credit') throw refuse('STAFF_NOT_FUNDED');
    if (direction === 'credit' && (await this.users.findTeam(user)))
      throw refuse('MEMBER_NOT_FUNDED');
    return user;
  }

  private async recordPosting(
    actor: Actor,
    user: UserAccount,
    correction: WalletCorrection,
    before: Money,
  ): Promise<void> {
    const balance = await this.wallet.getBalance(user.id);
    const what = isReversedFunding(correction)
      ? 'Reversed a funding of'
      : correction.reversalOf === null
        ? 'Corrected'
        : 'Reversed a correction of';
    await this.approvals.record(
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
}

/** Approves proposals, also those of rights and limits, which other services of the back office carry out. */
@Injectable()
export class StaffChangesService {
  constructor(
    private readonly corrections: WalletCorrectionsService,
    private readonly users: AdminUsersService,
    private readonly staff: StaffService,
    private readonly settings: AdminSettingsService,
    private readonly sessions: SessionsService,
  ) {}

  /** @throws DomainError also forbidden REAUTHENTICATION_REQUIRED, conflict PROPOSAL_OUTDATED and what the change throws. */
  approve(actor: SessionActor, id: number): Promise<WalletCorrectionData> {
    return this.corrections.approve(actor, id, async ({ kind, subjectId, change, reason }) => {
      this.sessions.assertRecent(actor);
      if (!change) throw new Error('A change without fields was proposed');
      if (kind === 'limit_raise' && !can(actor, 'settings.manage')) throw refuse('FORBIDDEN');
      if (kind === 'limit_raise') await this.settings.raise(actor, change);
      else if (StaffService.isRole(change)) await this.staff.grant(actor, subjectId ?? 0, change);
      else await this.users.grant(actor, subjectId ?? 0, change, reason);
    });
  }
}
