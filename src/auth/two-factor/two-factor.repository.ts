import { Injectable } from '@nestjs/common';
import { IsNull, LessThan } from 'typeorm';
import type { StaffTwoFactorResponse } from './two-factor.dto';
import { UnitOfWork } from '../../database/unit-of-work';
import { RecoveryCode, TwoFactor } from './two-factor.entity';

export interface StoredTwoFactor {
  readonly secretEncrypted: string;
  readonly lastStep: number | null;
  readonly enabledAt: Date | null;
  readonly createdAt: Date;
}

export type StoredRecoveryCode = Pick<RecoveryCode, 'codeHash' | 'lookup'>;

/** Raw SQL only for the list that joins users, whose entity belongs to another module. */
@Injectable()
export class TwoFactorRepository {
  constructor(private readonly uow: UnitOfWork) {}

  find(userId: number): Promise<StoredTwoFactor | null> {
    return this.uow.manager.findOneBy(TwoFactor, { userId });
  }

  /** Restarts the setup unless two-factor is enabled. @returns whether it was started. */
  async begin(userId: number, secretEncrypted: string, now: Date): Promise<boolean> {
    const { raw } = await this.uow
      .requireTransaction()
      .createQueryBuilder()
      .insert()
      .into(TwoFactor)
      .values({ userId, secretEncrypted, createdAt: now, lastStep: null })
      .orUpdate(['secret_encrypted', 'created_at', 'last_step'], ['user_id'], {
        overwriteCondition: { where: { enabledAt: IsNull() } },
      })
      .returning(['userId'])
      .execute();
    return (raw as unknown[]).length === 1;
  }

  async enable(userId: number, now: Date): Promise<void> {
    await this.uow.requireTransaction().update(TwoFactor, { userId }, { enabledAt: now });
  }

  /** @returns false when a code of this step or a later one was taken before. */
  async claimStep(userId: number, step: number): Promise<boolean> {
    const { affected } = await this.uow.requireTransaction().update(
      TwoFactor,
      [
        { userId, lastStep: IsNull() },
        { userId, lastStep: LessThan(step) },
      ],
      { lastStep: step },
    );
    return affected === 1;
  }

  /** Puts new codes in the place of all before. */
  async replaceRecoveryCodes(userId: number, codes: StoredRecoveryCode[]): Promise<void> {
    const manager = this.uow.requireTransaction();
    await manager.delete(RecoveryCode, { userId });
    await manager.insert(
      RecoveryCode,
      codes.map((code) => ({ userId, ...code })),
    );
  }

  findUnusedRecoveryCodes(userId: number, lookup: string): Promise<RecoveryCode[]> {
    return this.uow.manager.findBy(RecoveryCode, { userId, lookup, usedAt: IsNull() });
  }

  /** @returns whether the code was valid and unused. */
  async claimRecoveryCode(userId: number, codeHash: string, now: Date): Promise<boolean> {
    const { affected } = await this.uow
      .requireTransaction()
      .update(RecoveryCode, { userId, codeHash, usedAt: IsNull() }, { usedAt: now });
    return affected === 1;
  }

  countUnusedRecoveryCodes(userId: number): Promise<number> {
    return this.uow.manager.countBy(RecoveryCode, { userId, usedAt: IsNull() });
  }

  /** @returns whether one was in use. */
  async remove(userId: number): Promise<boolean> {
    const manager = this.uow.requireTransaction();
    await manager.delete(RecoveryCode, { userId });
    const { raw } = await manager
      .createQueryBuilder()
      .delete()
      .from(TwoFactor)
      .where({ userId })
      .returning(['enabledAt'])
      .execute();
    const [removed] = raw as { enabled_at: Date | null }[];
    return Boolean(removed?.enabled_at);
  }

  /** Everybody on the staff, by name. */
  listStaff(): Promise<StaffTwoFactorResponse[]> {
    return this.uow.manager.query<StaffTwoFactorResponse[]>(
      `SELECT u.id, u.name, u.email, u.role, f.enabled_at IS NOT NULL AS enabled
       FROM users u LEFT JOIN two_factor f ON f.user_id = u.id
       WHERE u.role <> 'user' AND u.closed_at IS NULL ORDER BY lower(u.name), u.id`,
    );
  }
}
