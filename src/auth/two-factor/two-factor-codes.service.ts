import { createHmac, randomBytes } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { IsNull, LessThan } from 'typeorm';
import { AuditService } from '../../audit/audit.service';
import { decrypt } from '../../common/crypto/secrets';
import type { ClientInfo, SessionActor } from '../../common/security/actor';
import { Clock } from '../../common/time/clock';
import { AppConfig } from '../../config/app-config';
import { UnitOfWork } from '../../database/unit-of-work';
import { SettingsService } from '../../settings/settings.service';
import type { UserAccount } from '../../users/users.types';
import { invalidTwoFactorCode, isWrongCode, refuse } from '../auth.errors';
import { PasswordService } from '../password/password.service';
import { AccountRateLimiter } from '../rate-limits/account-rate-limiter.service';
import { TWO_FACTOR_CODE } from '../rate-limits/rate-limit.policies';
import { twoFactorContext } from './two-factor.encrypted-columns';
import { RecoveryCode, TwoFactor } from './two-factor.entity';
import { encodeBase32, findTimeStep } from './totp';

const RECOVERY_CODE_COUNT = 10;
const RECOVERY_CODE_BYTES = 10;
const RECOVERY_CODE = /^[a-z2-7]{16}$/;
const LOOKUP_LENGTH = 4;

/** Which kind of code was accepted. */
export type CodeKind = 'app' | 'recovery';

const normalize = (code: string): string => code.toLowerCase().replace(/[\s-]/g, '');

/**
 * Verifies codes of the authenticator app and recovery codes; each is accepted once. Recovery codes have 80 bits, such as
 * `k3bq-7xwe-m2pa-zr4d`: the first group is stored and finds the row, the whole is hashed as slowly as a password.
 */
@Injectable()
export class TwoFactorCodesService {
  private readonly logger = new Logger(TwoFactorCodesService.name);

  constructor(
    private readonly config: AppConfig,
    private readonly settings: SettingsService,
    private readonly passwords: PasswordService,
    private readonly limiter: AccountRateLimiter,
    private readonly audit: AuditService,
    private readonly clock: Clock,
    private readonly uow: UnitOfWork,
  ) {}

  find(userId: number): Promise<TwoFactor | null> {
    return this.uow.manager.findOneBy(TwoFactor, { userId });
  }

  /** Whether this user needs a code to log in. */
  async isRequired(userId: number): Promise<boolean> {
    return Boolean((await this.find(userId))?.enabledAt);
  }

  /** Whether staff may work without a second factor is a setting, and one of their role. */
  async assertStaffRequirementMet({
    userId,
    needsTwoFactor,
  }: Pick<SessionActor, 'userId' | 'needsTwoFactor'>): Promise<void> {
    const { staffTwoFactorRequired } = await this.settings.current();
    if ((staffTwoFactorRequired || needsTwoFactor) && !(await this.isRequired(userId)))
      throw refuse('TWO_FACTOR_SETUP_REQUIRED');
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
      if (isWrongCode(error))
        await this.uow.run(() =>
          this.audit.recordNamed(user, client, 'auth.two_factor_failed', 'Wrong two-factor code'),
        );
      throw error;
    }
  }

  /**
   * Verifies the code of a login; needs an open unit of work that holds the user's row lock.
   * @returns the kind of code accepted, or null when the account needs none.
   * @throws DomainError SECOND_FACTOR_REQUIRED or INVALID_SECOND_FACTOR.
   */
  async verifyLogin(userId: number, code: string | undefined): Promise<CodeKind | null> {
    const factor = await this.find(userId);
    if (!factor?.enabledAt) return null;
    if (code === undefined) throw refuse('SECOND_FACTOR_REQUIRED');
    const kind = await this.consume(factor, code);
    if (!kind) throw invalidTwoFactorCode();
    return kind;
  }

  /**
   * Verifies a code of a signed-in user whose second factor is enabled; needs an open unit of work that
   * holds the user's row lock.
   */
  async verifyEnabled(userId: number, code: string): Promise<boolean> {
    const factor = await this.find(userId);
    return Boolean(factor?.enabledAt && (await this.consume(factor, code)));
  }

  /**
   * Verifies a code and marks it used; needs an open unit of work that holds the user's row lock.
   * @param code of the app, or a recovery code in any case, with or without hyphens and spaces.
   * @returns null for a wrong or used code.
   * @throws DomainError SECOND_FACTOR_UNREADABLE.
   */
  async consume(factor: TwoFactor, code: string): Promise<CodeKind | null> {
    const { userId } = factor;
    const digits = code.replace(/[\s-]/g, '');
    const step = findTimeStep(this.decryptSecret(factor), digits, this.clock.now());
    if (step === null) return (await this.consumeRecoveryCode(userId, code)) ? 'recovery' : null;
    // Not when a code of this step or a later one was taken before.
    const { affected } = await this.uow.requireTransaction().update(
      TwoFactor,
      [
        { userId, lastStep: IsNull() },
        { userId, lastStep: LessThan(step) },
      ],
      { lastStep: step },
    );
    return affected === 1 ? 'app' : null;
  }

  /** Ten new recovery codes with what is stored of them, which takes ten slow hashes. */
  async createRecoveryCodes(
    userId: number,
  ): Promise<{ codes: string[]; rows: Omit<RecoveryCode, 'usedAt'>[] }> {
    const codes = Array.from({ length: RECOVERY_CODE_COUNT }, () =>
      encodeBase32(randomBytes(RECOVERY_CODE_BYTES)).toLowerCase().match(/.{4}/g)!.join('-'),
    );
    const rows = await Promise.all(
      codes.map(normalize).map(async (code) => ({
        userId,
        lookup: code.slice(0, LOOKUP_LENGTH),
        codeHash: await this.passwords.hash(code),
      })),
    );
    return { codes, rows };
  }

  private async consumeRecoveryCode(userId: number, entered: string): Promise<boolean> {
    const code = normalize(entered);
    if (!RECOVERY_CODE.test(code)) return false;
    const candidates = await this.uow.manager.findBy(RecoveryCode, {
      userId,
      lookup: code.slice(0, LOOKUP_LENGTH),
      usedAt: IsNull(),
    });
    for (const { codeHash } of candidates)
      if (await this.passwords.matches(codeHash, code))
        return this.claimRecoveryCode(userId, codeHash);
    return this.claimRecoveryCode(userId, this.hashFast(userId, code));
  }

  /** @returns whether it was valid and unused. */
  private async claimRecoveryCode(userId: number, codeHash: string): Promise<boolean> {
    const { affected } = await this.uow
      .requireTransaction()
      .update(RecoveryCode, { userId, codeHash, usedAt: IsNull() }, { usedAt: this.clock.now() });
    return affected === 1;
  }

  /** Of codes made before slow hashes, which stay valid until they are used. */
  private hashFast(userId: number, code: string): string {
    return createHmac('sha256', this.config.key('code-hash'))
      .update(JSON.stringify(['recovery_code', userId, code]))
      .digest('base64url');
  }

  private decryptSecret({ userId, secretEncrypted }: TwoFactor): Buffer {
    try {
      const text = decrypt(this.config.key('secrets'), twoFactorContext(userId), secretEncrypted);
      return Buffer.from(text, 'base64url');
    } catch (error) {
      this.logger.error(
        { err: error, userId },
        'A two-factor secret cannot be decrypted: was it encrypted with another APP_KEY?',
      );
      throw refuse('SECOND_FACTOR_UNREADABLE');
    }
  }
}
