import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Money } from '../../common/money/money';
import type { Actor } from '../../common/security/actor';
import { DAY } from '../../common/time/clock';
import { DatabaseClock } from '../../database/database-clock';
import { WalletService } from '../wallet.service';
import type { NewTransaction, Posting } from '../wallet.types';
import type { WalletCorrection } from './wallet-correction.entity';
import {
  correctionDecided,
  correctionExpired,
  correctionNotFound,
  correctionNotReversible,
  fundingNotFound,
  fundingNotReversible,
  ownProposal,
  proposalOpen,
} from './wallet-correction.errors';
import { WalletCorrectionRepository } from './wallet-correction.repository';
import type { ChangeRequest, CorrectionRequest } from './wallet-correction.types';

const PROPOSAL_LIFETIME = 7 * DAY;
const EXPIRY_BATCH = 100;

/**
 * Corrections of wallets, against the adjustments account. Every write needs an open unit of work. Rows are
 * locked in this order: the reversed correction, the correction, the account (by the caller), the wallet.
 */
@Injectable()
export class WalletCorrectionService {
  constructor(
    private readonly clock: DatabaseClock,
    private readonly corrections: WalletCorrectionRepository,
    private readonly wallet: WalletService,
  ) {}

  findByReference(reference: string): Promise<WalletCorrection | null> {
    return this.corrections.findByReference(reference);
  }

  /**
   * Posts a correction, or inserts it as a proposal when it needs an approval.
   * @returns the correction, and whether an earlier call with the same reference made it.
   * @throws DomainError insufficient_balance, conflict CORRECTION_NOT_REVERSIBLE.
   */
  async create(
    actor: Actor,
    request: CorrectionRequest,
  ): Promise<{ correction: WalletCorrection; replayed: boolean }> {
    const earlier = await this.corrections.findByReference(request.reference);
    if (earlier) return { correction: earlier, replayed: true };
    const expiresAt = await this.clock.in(PROPOSAL_LIFETIME);
    const row = { ...request, proposedBy: actor.userId, expiresAt };
    const posted = request.needsApproval ? null : await this.post(actor, request);
    const id = posted?.replayed
      ? null
      : await this.corrections.insert(
          row,
          posted ? 'approved' : 'proposed',
          posted
            ? { decidedAt: await this.clock.now(), transactionId: posted.transactionId }
            : undefined,
        );
    if (id === null) return { correction: await this.findReplayed(request), replayed: true };
    if (posted) await this.closeReversed(request.reversalOf);
    return { correction: (await this.corrections.findById(id))!, replayed: false };
  }

  /** Inserts a change as a proposal. @throws DomainError conflict PROPOSAL_OPEN. */
  async proposeChange(actor: Actor, request: ChangeRequest): Promise<WalletCorrection> {
    const expiresAt = await this.clock.in(PROPOSAL_LIFETIME);
    const row = { ...request, reference: `CHANGE-${randomUUID()}`, proposedBy: actor.userId };
    const id = await this.corrections.insertChange({ ...row, expiresAt });
    if (id === null) throw proposalOpen();
    return (await this.corrections.findById(id))!;
  }

  /** Locks a correction, after the one that it reverses. @throws DomainError not_found. */
  async lock(id: number): Promise<WalletCorrection> {
    const seen = await this.corrections.findById(id);
    if (!seen) throw correctionNotFound();
    if (seen.reversalOf !== null) await this.corrections.lockById(seen.reversalOf);
    return (await this.corrections.lockById(id))!;
  }

  /**
   * Posts a locked proposal.
   * @param postElsewhere posts a kind that another module posts, or makes a change and returns null.
   * @throws DomainError conflict CORRECTION_DECIDED, CORRECTION_EXPIRED, forbidden OWN_PROPOSAL,
   *   insufficient_balance.
   */
  async approve(
    actor: Actor,
    correction: WalletCorrection,
    postElsewhere?: () => Promise<{ transactionId: number; replayed: boolean } | null>,
  ): Promise<void> {
    if (correction.status !== 'proposed') throw correctionDecided(correction.status);
    if (correction.proposedBy === actor.userId) throw ownProposal();
    if (correction.expiresAt <= (await this.clock.now())) throw correctionExpired();
    const posted = postElsewhere
      ? await postElsewhere()
      : await this.post(actor, toMovement(correction));
    const decision = {
      decidedBy: actor.userId,
      decidedAt: await this.clock.now(),
      transactionId: posted?.transactionId,
    };
    if (
      posted?.replayed ||
      !(await this.corrections.transition(correction.id, 'approved', decision))
    )
      throw new Error(`Correction ${correction.id} was posted before it was approved`);
    await this.closeReversed(correction.reversalOf);
  }

  /** Also withdraws an own proposal. @throws DomainError conflict CORRECTION_DECIDED. */
  async reject(actor: Actor, correction: WalletCorrection, reason: string): Promise<void> {
    const rejected = await this.corrections.transition(correction.id, 'rejected', {
      decidedBy: actor.userId,
      decidedAt: await this.clock.now(),
      decisionReason: reason,
    });
    if (!rejected) throw correctionDecided(correction.status);
  }

  /** Whether a locked correction can be reversed. @throws DomainError conflict CORRECTION_NOT_REVERSIBLE. */
  assertReversible({ kind, status, reversalOf }: WalletCorrection): void {
    if (reversalOf !== null || kind === 'funding_reversal')
      throw correctionNotReversible('it is a reversal itself');
    if (kind !== 'correction') throw correctionNotReversible('it is not a correction');
    if (status === 'reversed') throw correctionNotReversible('it was reversed before');
    if (status !== 'approved') throw correctionNotReversible(`it is ${status}, so nothing moved`);
  }

  /**
   * Locks a funding by staff, so that it is reversed once. @throws DomainError not_found.
   */
  async lockFunding(transactionId: number): Promise<{ userId: number; amount: Money }> {
    const line = await this.wallet.lockTransaction(transactionId);
    if (line?.purpose !== 'funding' || line.status !== 'successful') throw fundingNotFound();
    return { userId: line.userId, amount: line.amount };
  }

  /** While the funding is locked. @throws DomainError conflict FUNDING_NOT_REVERSIBLE. */
  async assertFundingNotReversed(transactionId: number | null): Promise<void> {
    const reversal = await this.corrections.findFundingReversal(transactionId ?? 0);
    if (reversal)
      throw fundingNotReversible(
        reversal === 'approved' ? 'it was reversed before' : 'a reversal waits for approval',
      );
  }

  /** Closes proposals past their time. @returns them. */
  async expire(): Promise<WalletCorrection[]> {
    const now = await this.clock.now();
    const expired = await this.corrections.findExpired(now, EXPIRY_BATCH);
    for (const { id } of expired)
      await this.corrections.transition(id, 'expired', { decidedAt: now });
    return expired;
  }

  private post(
    actor: Actor,
    correction: Pick<
      CorrectionRequest,
      'userId' | 'kind' | 'reference' | 'direction' | 'amount' | 'reversalOf'
    >,
  ): Promise<{ transactionId: number; replayed: boolean }> {
    const { userId, reference, direction, amount } = correction;
    const line: NewTransaction = {
      userId,
      reference,
      type: direction,
      purpose: 'correction',
      amount,
      description: describe(correction),
      paymentMethod: 'admin',
      metadata: { corrected_by: actor.userId },
    };
    const posting: Posting = {
      idempotencyKey: `correction:${reference}`,
      kind: `correction_${direction}`,
      against: 'adjustments',
    };
    return direction === 'credit'
      ? this.wallet.credit(line, posting)
      : this.wallet.debit(line, posting);
  }

  /** A concurrent call was first. */
  private async findReplayed(request: CorrectionRequest): Promise<WalletCorrection> {
    const first = await this.corrections.findByReference(request.reference);
    if (first) return first;
    if (request.kind === 'funding_reversal') throw fundingNotReversible('it was reversed before');
    throw request.subjectId === null
      ? correctionNotReversible('a reversal waits for approval')
      : proposalOpen();
  }

  private async closeReversed(reversed: number | null): Promise<void> {
    if (reversed !== null && !(await this.corrections.transition(reversed, 'reversed')))
      throw new Error(`Correction ${reversed} was reversed before`);
  }
}

/** A correction that moves money. @throws Error for a change. */
export function toMovement(correction: WalletCorrection): WalletCorrection & Movement {
  const { kind, direction, amountKobo } = correction;
  if (kind === 'admin_grant' || kind === 'limit_raise' || !direction || amountKobo === null)
    throw new Error(`The proposal ${correction.id} moves no money`);
  return { ...correction, kind, direction, amount: Money.kobo(amountKobo) };
}

type Movement = Pick<CorrectionRequest, 'kind' | 'direction' | 'amount'>;

const describe = ({
  kind,
  direction,
  reversalOf,
}: Pick<CorrectionRequest, 'kind' | 'direction' | 'reversalOf'>): string => {
  const what =
    kind === 'funding_reversal'
      ? 'Reversal of a funding'
      : reversalOf === null
        ? 'Correction'
        : 'Reversal of a correction';
  return `${what} by our staff: ${direction === 'credit' ? 'added to' : 'taken from'} your wallet`;
};
