import { Injectable } from '@nestjs/common';
import { IsNull, LessThan, MoreThan, Not } from 'typeorm';
import { UnitOfWork } from '../../database/unit-of-work';
import { OneTimeCode, type CodePurpose } from './one-time-code.entity';

export interface StoredCode {
  readonly id: number;
  readonly userId: number;
  readonly secretHash: string;
}

@Injectable()
export class OneTimeCodesRepository {
  constructor(private readonly uow: UnitOfWork) {}

  async insert(
    userId: number,
    purpose: CodePurpose,
    secretHash: string,
    now: Date,
    expiresAt: Date,
  ): Promise<void> {
    await this.uow
      .requireTransaction()
      .insert(OneTimeCode, { userId, purpose, secretHash, createdAt: now, expiresAt });
  }

  async voidAll(userId: number, purpose: CodePurpose, now: Date): Promise<void> {
    await this.uow
      .requireTransaction()
      .update(OneTimeCode, { userId, purpose, usedAt: IsNull() }, { usedAt: now });
  }

  /** Voids all codes but the latest, which stays valid beside the next one. */
  async voidAllButLatest(userId: number, purpose: CodePurpose, now: Date): Promise<void> {
    const [latest] = await this.findLive(userId, purpose, now);
    await this.uow
      .requireTransaction()
      .update(
        OneTimeCode,
        { userId, purpose, usedAt: IsNull(), ...(latest && { id: Not(latest.id) }) },
        { usedAt: now },
      );
  }

  /** The user's valid codes, latest first, locked until the unit of work ends. */
  findLive(userId: number, purpose: CodePurpose, now: Date): Promise<StoredCode[]> {
    return this.uow.requireTransaction().find(OneTimeCode, {
      where: { userId, purpose, usedAt: IsNull(), expiresAt: MoreThan(now) },
      order: { id: 'DESC' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** Uses a code up by its secret alone. @returns its user, or null. */
  async takeBySecret(purpose: CodePurpose, secretHash: string, now: Date): Promise<number | null> {
    const { raw } = await this.uow
      .requireTransaction()
      .update(
        OneTimeCode,
        { purpose, secretHash, usedAt: IsNull(), expiresAt: MoreThan(now) },
        { usedAt: now },
        { returning: ['userId'] },
      );
    const [taken] = raw as { user_id: number }[];
    return taken?.user_id ?? null;
  }

  async deleteExpiredBefore(moment: Date): Promise<void> {
    await this.uow.manager.delete(OneTimeCode, { expiresAt: LessThan(moment) });
  }
}
