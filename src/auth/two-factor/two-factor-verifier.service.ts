import { Injectable, Logger } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { decrypt } from '../../common/crypto/secrets';
import type { ClientInfo } from '../../common/security/actor';
import { Clock } from '../../common/time/clock';
import { AppConfig } from '../../config/app-config';
import { UnitOfWork } from '../../database/unit-of-work';
import { SettingsService } from '../../settings/settings.service';
import type { UserAccount } from '../../users/users.types';
import {
  invalidTwoFactorCode,
  isWrongCode,
  twoFactorRequired,
  twoFactorSetupRequired,
  twoFactorUnreadable,
} from '../auth.errors';
import { AccountRateLimiter } from '../rate-limits/account-rate-limiter.service';
import { TWO_FACTOR_CODE } from '../rate-limits/rate-limit.policies';
import { RecoveryCodesService } from './recovery-codes.service';
import { TwoFactorRepository, type StoredTwoFactor } from './two-factor.repository';
import { twoFactorContext } from './two-factor.encrypted-columns';
import { findTimeStep } from './totp';

/** Which kind of code was accepted. */
export type CodeKind = 'app' | 'recovery';

/** Verifies codes of the authenticator app and recovery codes; each is accepted once. */
@Injectable()
export class TwoFactorVerifier {
  private readonly logger = new Logger(TwoFactorVerifier.name);

  constructor(
    private readonly config: AppConfig,
    private readonly settings: SettingsService,
    private readonly repository: TwoFactorRepository,
    private readonly recovery: RecoveryCodesService,
    private readonly limiter: AccountRateLimiter,
    private readonly audit: AuditService,
    private readonly clock: Clock,
    private readonly uow: UnitOfWork,
  ) {}

  /** Whether staff may work without a second factor is a setting. */
  async assertStaffRequirementMet(userId: number): Promise<void> {
    const { staffTwoFactorRequired } = await this.settings.current();
    if (staffTwoFactorRequired && !(await this.isRequired({ id: userId })))
      throw twoFactorSetupRequired();
  }

  /** Whether this user needs a code to log in. */
  async isRequired({ id }: Pick<UserAccount, 'id'>): Promise<boolean> {
    return Boolean((await this.repository.find(id))?.enabledAt);
  }

  /**
   * Runs a code attempt under the rate limit. Each attempt is counted before it runs, so that parallel
   * attempts cannot bypass the limit.
   * @param attempt throws `INVALID_SECOND_FACTOR` or with errors.code for a wrong one.
   * @throws DomainError throttled, and what the attempt throws.
   */
  async withRateLimit<T>(
    user: Pick<UserAccount, 'id' | 'name' | 'role'>,
    client: ClientInfo,
    attempt: () => Promise<T>,
  ): Promise<T> {
    const subject = String(user.id);
    await this.limiter.recordAttempt(TWO_FACTOR_CODE, subject);
    try {
      const result = await attempt();
      await this.limiter.reset([TWO_FACTOR_CODE, subject]);
      return result;
    } catch (error) {
      if (isWrongCode(error)) await this.recordWrongCode(user, client);
      throw error;
    }
  }

  /**
   * Verifies the code of a login; needs an open unit of work that holds the user's row lock.
   * @returns the kind of code accepted, or null when the account needs none.
   * @throws DomainError unauthenticated SECOND_FACTOR_REQUIRED or INVALID_SECOND_FACTOR.
   */
  async verifyLogin(user: UserAccount, code: string | undefined): Promise<CodeKind | null> {
    const factor = await this.repository.find(user.id);
    if (!factor?.enabledAt) return null;
    if (code === undefined) throw twoFactorRequired();
    const kind = await this.consumeCode(user.id, factor, code);
    if (!kind) throw invalidTwoFactorCode();
    return kind;
  }

  /**
   * Verifies a code of a signed-in user whose second factor is enabled; needs an open unit of work that
   * holds the user's row lock.
   */
  async verifyEnabled(userId: number, code: string): Promise<boolean> {
    const factor = await this.repository.find(userId);
    return Boolean(factor?.enabledAt && (await this.consumeCode(userId, factor, code)));
  }

  /**
   * Verifies a code and marks it used; needs an open unit of work that holds the user's row lock.
   * @returns null for a wrong or used code.
   * @throws DomainError unavailable SECOND_FACTOR_UNREADABLE.
   */
  async consumeCode(
    userId: number,
    factor: StoredTwoFactor,
    code: string,
  ): Promise<CodeKind | null> {
    const digits = code.replace(/[\s-]/g, '');
    const step = findTimeStep(this.decryptSecret(userId, factor), digits, this.clock.now());
    if (step !== null) return (await this.repository.claimStep(userId, step)) ? 'app' : null;
    return (await this.recovery.consume(userId, code)) ? 'recovery' : null;
  }

  private decryptSecret(userId: number, { secretEncrypted }: StoredTwoFactor): Buffer {
    try {
      const text = decrypt(this.config.key('secrets'), twoFactorContext(userId), secretEncrypted);
      return Buffer.from(text, 'base64url');
    } catch (error) {
      this.logger.error(
        { err: error, userId },
        'A two-factor secret cannot be decrypted: was it encrypted with another APP_KEY?',
      );
      throw twoFactorUnreadable();
    }
  }

  private recordWrongCode(
    user: Pick<UserAccount, 'id' | 'name' | 'role'>,
    client: ClientInfo,
  ): Promise<void> {
    return this.uow.run(() =>
      this.audit.record(
        { ...client, userId: user.id, name: user.name, role: user.role },
        {
          action: 'auth.two_factor_failed',
          target: `user:${user.id}`,
          details: 'Wrong two-factor code',
        },
      ),
    );
  }
}
