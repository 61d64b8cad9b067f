import type { CorrectionStatus } from '../wallet.types';
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { In, IsNull, type QueryDeepPartialEntity } from 'typeorm';
import type { Money } from '../../common/money/money';
import type { Actor } from '../../common/security/actor';
import { sourcesOf } from '../../common/state-machine';
import { DAY } from '../../common/time/clock';
import { DatabaseClock } from '../../database/database-clock';
import { UnitOfWork } from '../../database/unit-of-work';
import {
  correctionDecided,
  correctionExpired,
  correctionNotFound,
  correctionNotReversible,
  fundingNotFound,
  fundingNotReversible,
  ownProposal,
  proposalOpen,
} from '../wallet.errors';
import { WalletService } from '../wallet.service';
import {
  WalletCorrection,
  CORRECTION_TRANSITIONS,
  type ChangeRequest,
  type CorrectionRequest,
} from './wallet-correction.entity';

const PROPOSAL_LIFETIME = 7 * DAY;
const EXPIRY_BATCH = 100;

type Decision = Partial<
  Pick<WalletCorrection, 'decidedAt' | 'decidedBy' | 'decisionReason' | 'transactionId'>
>;

/**
 * Corrections of wallets, against the adjustments account. Every write needs an open unit of work. Rows are
 * locked in this order: the reversed correction, the correction, the account (by the caller), the wallet.
 */
@Injectable()
export class WalletCorrectionService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: DatabaseClock,
    private readonly wallet: WalletService,
  ) {}

  findByReference(reference: string): Promise<WalletCorrection | null> {
    return this.uow.manager.findOneBy(WalletCorrection, { reference });
  }

  /**
   * Posts a correction, or inserts it as a proposal when it needs an approval.
   * @returns the correction, and whether an earlier call with the same reference made it.
   */
  async create(
    actor: Actor,
    request: CorrectionRequest,
  ): Promise<{ correction: WalletCorrection; replayed: boolean }> {
    const earlier = await this.findByReference(request.reference);
    if (earlier) return { correction: earlier, replayed: true };
    const expiresAt = await this.clock.in(PROPOSAL_LIFETIME);
    const posted = request.needsApproval ? null : await this.post(actor, request);
    const inserted = posted?.replayed
      ? null
      : await this.insert({
          ...request,
          proposedBy: actor.userId,
          expiresAt,
          status: posted ? 'approved' : 'proposed',
          decidedAt: posted && (await this.clock.now()),
          transactionId: posted && posted.transactionId,
        });
    if (!inserted) return { correction: await this.findReplayed(request), replayed: true };
    if (posted) await this.closeReversed(request.reversalOf);
    return { correction: inserted, replayed: false };
  }

  async proposeChange(actor: Actor, request: ChangeRequest): Promise<WalletCorrection> {
    const inserted = await this.insert({
      ...request,
      reference: `CHANGE-${randomUUID()}`,
      proposedBy: actor.userId,
      expiresAt: await this.clock.in(PROPOSAL_LIFETIME),
      needsApproval: true,
      status: 'proposed',
    });
    if (!inserted) throw proposalOpen();
    return inserted;
  }

  /** Locks a correction, after the one that it reverses. */
  async lock(id: number): Promise<WalletCorrection> {
    const seen = await this.uow.manager.findOneBy(WalletCorrection, { id });
    if (!seen) throw correctionNotFound();
    if (seen.reversalOf !== null) await this.lockById(seen.reversalOf);
    return this.lockById(id);
  }

  /**
   * Posts a locked proposal.
   * @param decidedBy null for one whose time has come without a second admin.
   * @param postElsewhere posts a kind that another module posts, or makes a change and returns null.
   */
  async approve(
    actor: Actor,
    correction: WalletCorrection,
    decidedBy: number | null,
    postElsewhere?: () => Promise<{ transactionId: number; replayed: boolean } | null>,
  ): Promise<void> {
    if (correction.status !== 'proposed') throw correctionDecided(correction.status);
    if (correction.proposedBy === decidedBy) throw ownProposal();
    const now = await this.clock.now();
    if (correction.expiresAt <= now) throw correctionExpired();
    if (decidedBy === null && !(correction.executesAt && correction.executesAt <= now))
      throw new Error(`The proposal ${correction.id} is not due`);
    const posted = postElsewhere
      ? await postElsewhere()
      : await this.post(actor, toMovement(correction));
    const decision = {
      decidedBy,
      decidedAt: await this.clock.now(),
      transactionId: posted?.transactionId,
    };
    if (posted?.replayed || !(await this.transition(correction.id, 'approved', decision)))
      throw new Error(`Correction ${correction.id} was posted before it was approved`);
    await this.closeReversed(correction.reversalOf);
  }

  /** Also withdraws an own proposal. @param decidedBy null for the platform. */
  async reject(
    decidedBy: number | null,
    { id, status }: WalletCorrection,
    reason: string,
  ): Promise<void> {
    const decidedAt = await this.clock.now();
    const decision = { decidedBy, decidedAt, decisionReason: reason };
    if (!(await this.transition(id, 'rejected', decision))) throw correctionDecided(status);
  }

  /** Ids of the open proposals to move money, oldest first. */
  async findOpenMovements(): Promise<number[]> {
    const open = await this.uow.manager.find(WalletCorrection, {
      select: { id: true },
      where: { status: 'proposed', change: IsNull() },
      order: { id: 'ASC' },
    });
    return open.map(({ id }) => id);
  }

  /**
   * Sets when a locked proposal is carried out without a second admin, and keeps it open a day longer at least.
   * @param executesAt null when there is one.
   */
  async schedule(correction: WalletCorrection, executesAt: Date | null): Promise<WalletCorrection> {
    const expiresAt = new Date(
      Math.max(correction.expiresAt.getTime(), (executesAt?.getTime() ?? 0) + DAY),
    );
    const { id } = correction;
    await this.uow.requireTransaction().update(WalletCorrection, { id }, { executesAt, expiresAt });
    return { ...correction, executesAt, expiresAt };
  }

  /** Whether a locked correction can be reversed. */
  assertReversible({ kind, status, reversalOf }: WalletCorrection): void {
    if (reversalOf !== null || kind === 'funding_reversal')
      throw correctionNotReversible('it is a reversal itself');
    if (kind !== 'correction') throw correctionNotReversible('it is not a correction');
    if (status === 'reversed') throw correctionNotReversible('it was reversed before');
    if (status !== 'approved') throw correctionNotReversible(`it is ${status}, so nothing moved`);
  }

  /** Locks a funding by staff, so that it is reversed once. */
  async lockFunding(transactionId: number): Promise<{ userId: number; amount: Money }> {
    const line = await this.wallet.lockTransaction(transactionId);
    if (line?.purpose !== 'funding' || line.status !== 'successful') throw fundingNotFound();
    return { userId: line.userId, amount: line.amount };
  }

  /** While the funding is locked. */
  async assertFundingNotReversed(transactionId: number | null): Promise<void> {
    const reversal = await this.uow.manager.findOneBy(WalletCorrection, {
      kind: 'funding_reversal',
      subjectId: transactionId ?? 0,
      status: In(['proposed', 'approved']),
    });
    if (reversal)
      throw fundingNotReversible(
        reversal.status === 'approved' ? 'it was reversed before' : 'a reversal waits for approval',
      );
  }

  /** Closes proposals past their time, without waiting for those being decided. @returns them. */
  async expire(): Promise<WalletCorrection[]> {
    const now = await this.clock.now();
    const expired = await this.uow
      .requireTransaction()
      .createQueryBuilder(WalletCorrection, 'c')
      .where(`c.status = 'proposed' AND c.expires_at <= :now`, { now })
      .orderBy('c.expires_at')
      .limit(EXPIRY_BATCH)
      .setLock('pessimistic_write')
      .setOnLocked('skip_locked')
      .getMany();
    for (const { id } of expired) await this.transition(id, 'expired', { decidedAt: now });
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
    return this.wallet[direction](
      {
        userId,
        reference,
        type: direction,
        purpose: 'correction',
        amount,
        description: describe(correction),
        paymentMethod: 'admin',
        metadata: { corrected_by: actor.userId },
      },
      {
        idempotencyKey: `correction:${reference}`,
        kind: `correction_${direction}`,
        against: 'adjustments',
      },
    );
  }

  /**
   * @returns null when the reference exists, another reversal of the same correction is open or posted, or another
   * proposal about the same is open.
   */
  private async insert(
    row: QueryDeepPartialEntity<WalletCorrection>,
  ): Promise<WalletCorrection | null> {
    const manager = this.uow.requireTransaction();
    const result = await manager
      .createQueryBuilder()
      .insert()
      .into(WalletCorrection)
      .values(row)
      .orIgnore()
      .returning('id')
      .execute();
    const [inserted] = result.raw as { id: number }[];
    return inserted ? manager.findOneByOrFail(WalletCorrection, { id: inserted.id }) : null;
  }

  /** Until the unit of work ends. */
  private lockById(id: number): Promise<WalletCorrection> {
    return this.uow
      .requireTransaction()
      .findOneOrFail(WalletCorrection, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** Compare-and-set along the allowed transitions. @returns false when its status is not a source of `to`. */
  private async transition(
    id: number,
    to: CorrectionStatus,
    decision: Decision = {},
  ): Promise<boolean> {
    const { affected } = await this.uow
      .requireTransaction()
      .update(
        WalletCorrection,
        { id, status: In(sourcesOf(CORRECTION_TRANSITIONS, to)) },
        { ...decision, status: to },
      );
    return affected === 1;
  }

  /** A concurrent call was first. */
  private async findReplayed(request: CorrectionRequest): Promise<WalletCorrection> {
    const first = await this.findByReference(request.reference);
    if (first) return first;
    if (request.kind === 'funding_reversal') throw fundingNotReversible('it was reversed before');
    throw request.subjectId === null
      ? correctionNotReversible('a reversal waits for approval')
      : proposalOpen();
  }

  private async closeReversed(reversed: number | null): Promise<void> {
    if (reversed !== null && !(await this.transition(reversed, 'reversed')))
      throw new Error(`Correction ${reversed} was reversed before`);
  }
}

/** A correction that moves money. @throws Error for a change. */
export function toMovement(
  correction: WalletCorrection,
): WalletCorrection & Pick<CorrectionRequest, 'kind' | 'direction' | 'amount'> {
  const { kind, direction, amount } = correction;
  if (kind === 'admin_grant' || kind === 'limit_raise' || !direction || !amount)
    throw new Error(`The proposal ${correction.id} moves no money`);
  return { ...correction, kind, direction, amount };
}

function describe({
  kind,
  direction,
  reversalOf,
}: Pick<CorrectionRequest, 'kind' | 'direction' | 'reversalOf'>): string {
  const where = direction === 'credit' ? 'added to' : 'taken from';
  if (kind === 'funding_reversal') return `Reversal of a funding by our staff: ${where} the wallet`;
  const what = reversalOf === null ? 'Correction' : 'Reversal of a correction';
  return `${what} by our staff: ${where} the wallet`;
}
