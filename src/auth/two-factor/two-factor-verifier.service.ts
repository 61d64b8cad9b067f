import { Injectable, Logger } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { decrypt } from '../../common/crypto/cipher';
import { isStaff, type Origin } from '../../common/security/actor';
import { Clock } from '../../common/time/clock';
import { AppConfig } from '../../config/app-config';
import { UnitOfWork } from '../../database/unit-of-work';
import type { UserAccount } from '../../users/users.types';
import {
  invalidSecondFactor,
  isWrongCode,
  secondFactorRequired,
  secondFactorUnreadable,
} from '../auth.errors';
import { AccountRateLimiter } from '../rate-limits/account-rate-limiter.service';
import { TWO_FACTOR_CODE } from '../rate-limits/rate-limit.policies';
import { RecoveryCodesService } from './recovery-codes.service';
import { TwoFactorRepository, type StoredTwoFactor } from './two-factor.repository';
import { twoFactorContext } from './two-factor.encrypted-columns';
import { stepOf } from './totp';

/** What a code turned out to be. */
export type CodeKind = 'app' | 'recovery';

/** Tells whether a code is good, and takes it, so that it is good once. */
@Injectable()
export class TwoFactorVerifier {
  private readonly logger = new Logger(TwoFactorVerifier.name);

  constructor(
    private readonly config: AppConfig,
    private readonly repository: TwoFactorRepository,
    private readonly recovery: RecoveryCodesService,
    private readonly limiter: AccountRateLimiter,
    private readonly audit: AuditService,
    private readonly clock: Clock,
    private readonly uow: UnitOfWork,
  ) {}

  /** Whether this user signs in with a code. Of customers nobody does, whatever they were before. */
  async applies({ id, role }: Pick<UserAccount, 'id' | 'role'>): Promise<boolean> {
    return isStaff(role) && Boolean((await this.repository.find(id))?.enabledAt);
  }

  /**
   * Runs what takes a code, a bounded number of times in vain. Each try counts before it is made, so
   * that many at the same moment are no way around.
   * @param attempt throws `INVALID_SECOND_FACTOR` or with errors.code for a wrong one.
   * @throws DomainError throttled, and what the attempt throws.
   */
  async bounded<T>(
    user: Pick<UserAccount, 'id' | 'name'>,
    origin: Origin,
    attempt: () => Promise<T>,
  ): Promise<T> {
    const subject = String(user.id);
    await this.limiter.count(TWO_FACTOR_CODE, subject);
    try {
      const result = await attempt();
      await this.limiter.forget([TWO_FACTOR_CODE, subject]);
      return result;
    } catch (error) {
      if (isWrongCode(error)) await this.noteWrong(user, origin);
      throw error;
    }
  }

  /**
   * Lets a sign-in pass, or not; needs an open unit of work that holds the user.
   * @returns what was shown, or null where nothing needs to be.
   * @throws DomainError unauthenticated SECOND_FACTOR_REQUIRED or INVALID_SECOND_FACTOR.
   */
  async pass(user: UserAccount, code: string | undefined): Promise<CodeKind | null> {
    const factor = isStaff(user.role) ? await this.repository.find(user.id) : null;
    if (!factor?.enabledAt) return null;
    if (code === undefined) throw secondFactorRequired();
    const kind = await this.take(user.id, factor, code);
    if (!kind) throw invalidSecondFactor();
    return kind;
  }

  /**
   * Takes a code; needs an open unit of work that holds the user.
   * @returns null when it is no good.
   * @throws DomainError unavailable SECOND_FACTOR_UNREADABLE.
   */
  async take(userId: number, factor: StoredTwoFactor, code: string): Promise<CodeKind | null> {
    const now = this.clock.now();
    const digits = code.replace(/[\s-]/g, '');
    const step = stepOf(this.secretOf(userId, factor), digits, now);
    if (step !== null) return (await this.repository.takeStep(userId, step)) ? 'app' : null;
    const hash = this.recovery.hash(userId, code);
    return (await this.repository.takeCode(userId, hash, now)) ? 'recovery' : null;
  }

  private secretOf(userId: number, { secretEncrypted }: StoredTwoFactor): Buffer {
    try {
      const text = decrypt(this.config.key('secrets'), twoFactorContext(userId), secretEncrypted);
      return Buffer.from(text, 'base64url');
    } catch (error) {
      this.logger.error(
        { err: error, userId },
        'A second factor cannot be opened: was it encrypted with another APP_KEY?',
      );
      throw secondFactorUnreadable();
    }
  }

  private noteWrong(user: Pick<UserAccount, 'id' | 'name'>, origin: Origin): Promise<void> {
    return this.uow.run(() =>
      this.audit.record(
        { ...origin, userId: user.id, name: user.name },
        {
          action: 'auth.second_factor_failed',
          target: `user:${user.id}`,
          details: 'Wrong code of the second factor',
        },
      ),
    );
  }
}
