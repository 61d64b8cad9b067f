import { Injectable } from '@nestjs/common';
import { In, type QueryDeepPartialEntity } from 'typeorm';
import { sourcesOf } from '../../common/state-machine';
import { UnitOfWork } from '../../database/unit-of-work';
import { WalletCorrection } from './wallet-correction.entity';
import { CORRECTION_TRANSITIONS } from './wallet-correction.state';
import type { ChangeRequest, CorrectionRequest, CorrectionStatus } from './wallet-correction.types';

interface Proposer {
  readonly proposedBy: number;
  readonly expiresAt: Date;
}

export interface NewCorrection extends CorrectionRequest, Proposer {}

export interface NewChange extends ChangeRequest, Proposer {
  readonly reference: string;
}

/** Columns of a decision. */
export interface CorrectionDecision {
  readonly decidedAt: Date;
  readonly decidedBy?: number;
  readonly decisionReason?: string;
  readonly transactionId?: number;
}

@Injectable()
export class WalletCorrectionRepository {
  constructor(private readonly uow: UnitOfWork) {}

  findByReference(reference: string): Promise<WalletCorrection | null> {
    return this.uow.manager.findOneBy(WalletCorrection, { reference });
  }

  findById(id: number): Promise<WalletCorrection | null> {
    return this.uow.manager.findOneBy(WalletCorrection, { id });
  }

  /** Locks the row until the unit of work ends. */
  lockById(id: number): Promise<WalletCorrection | null> {
    return this.uow
      .requireTransaction()
      .findOne(WalletCorrection, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** @returns null when the reference exists or another reversal of the same correction is open or posted. */
  insert(
    { amount, ...columns }: NewCorrection,
    status: CorrectionStatus,
    decision?: CorrectionDecision,
  ): Promise<number | null> {
    return this.insertRow({ ...columns, ...decision, amountKobo: amount.kobo, status });
  }

  /** @returns null when another change of the same subject, or of limits, is proposed. */
  insertChange(change: NewChange): Promise<number | null> {
    return this.insertRow({ ...change, needsApproval: true, status: 'proposed' });
  }

  private async insertRow(row: QueryDeepPartialEntity<WalletCorrection>): Promise<number | null> {
    const result = await this.uow
      .requireTransaction()
      .createQueryBuilder()
      .insert()
      .into(WalletCorrection)
      .values(row)
      .orIgnore()
      .returning('id')
      .execute();
    return (result.raw as { id: number }[])[0]?.id ?? null;
  }

  /** Compare-and-set along the allowed transitions. @returns false when its status is not a source of `to`. */
  async transition(
    id: number,
    to: CorrectionStatus,
    decision: Partial<CorrectionDecision> = {},
  ): Promise<boolean> {
    const { affected } = await this.uow
      .requireTransaction()
      .createQueryBuilder()
      .update(WalletCorrection)
      .set({ ...decision, status: to })
      .where('id = :id AND status IN (:...from)', {
        id,
        from: sourcesOf(CORRECTION_TRANSITIONS, to),
      })
      .execute();
    return affected === 1;
  }

  /** Status of the open or posted reversal of a funding. */
  async findFundingReversal(transactionId: number): Promise<CorrectionStatus | null> {
    const reversal = await this.uow.manager.findOne(WalletCorrection, {
      select: { status: true },
      where: {
        kind: 'funding_reversal',
        subjectId: transactionId,
        status: In(['proposed', 'approved']),
      },
    });
    return reversal?.status ?? null;
  }

  /** Locks proposals past their time, without waiting for those being decided. */
  findExpired(now: Date, limit: number): Promise<WalletCorrection[]> {
    return this.uow
      .requireTransaction()
      .createQueryBuilder(WalletCorrection, 'c')
      .where(`c.status = 'proposed' AND c.expires_at <= :now`, { now })
      .orderBy('c.expires_at')
      .limit(limit)
      .setLock('pessimistic_write')
      .setOnLocked('skip_locked')
      .getMany();
  }
}
