import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { AuditService } from '../../audit/audit.service';
import { encrypt } from '../../common/crypto/secrets';
import { isStaff, type Actor, type SessionActor } from '../../common/security/actor';
import { Clock, MINUTE } from '../../common/time/clock';
import { AppConfig } from '../../config/app-config';
import { UnitOfWork } from '../../database/unit-of-work';
import { SettingsService } from '../../settings/settings.service';
import { StaffRolesService } from '../../users/staff-roles.service';
import { UsersService } from '../../users/users.service';
import type { UserAccount } from '../../users/users.types';
import { noPasswordYet, refuse, userUnknown, wrongCode, wrongPassword } from '../auth.errors';
import { AuthMailService } from '../mail/auth-mail.service';
import { SettingsEditorService } from '../../settings/settings-editor.service';
import { PasswordChangeService } from '../password/password-change.service';
import { AccountRateLimiter } from '../rate-limits/account-rate-limiter.service';
import { RECOVERY_CODES } from '../rate-limits/rate-limit.policies';
import { SessionsService } from '../sessions/sessions.service';
import { createOtpauthUri, encodeBase32 } from './totp';
import { TwoFactorCodesService } from './two-factor-codes.service';
import { TwoFactorResetService } from './two-factor-reset.service';
import type { TwoFactorData, TwoFactorRequirementData, TwoFactorSetupData } from './two-factor.dto';
import { twoFactorContext } from './two-factor.encrypted-columns';
import { RecoveryCode, TwoFactor } from './two-factor.entity';

/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;
const SETUP_LIFETIME = 15 * MINUTE;

/** Switching the second factor of an account on and off. */
@Injectable()
export class TwoFactorService {
  constructor(
    private readonly config: AppConfig,
    private readonly settings: SettingsService,
    private readonly editor: SettingsEditorService,
    private readonly codes: TwoFactorCodesService,
    private readonly removal: TwoFactorResetService,
    private readonly limiter: AccountRateLimiter,
    private readonly passwords: PasswordChangeService,
    private readonly users: UsersService,
    private readonly roles: StaffRolesService,
    private readonly sessions: SessionsService,
    private readonly mail: AuthMailService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
    private readonly uow: UnitOfWork,
  ) {}

  async getStatus({ userId }: Actor): Promise<TwoFactorData> {
    const enabledAt = (await this.codes.find(userId))?.enabledAt ?? null;
    const unused = { userId, usedAt: IsNull() };
    return {
      enabled: enabledAt !== null,
      enabled_at: enabledAt,
      recovery_codes_left: enabledAt ? await this.uow.manager.countBy(RecoveryCode, unused) : 0,
    };
  }

  /**
   * Makes a new secret, which counts for nothing until it is confirmed.
   * @throws DomainError with errors.password, SECOND_FACTOR_ON, throttled.
   */
  async begin(actor: Actor, password: string): Promise<TwoFactorSetupData> {
    const { userId } = actor;
    if ((await this.users.findById(userId))?.passwordHash === null) throw noPasswordYet();
    await this.passwords.confirm(actor, password, wrongPassword);
    const { siteName } = await this.settings.current();
    const secret = randomBytes(SECRET_BYTES);
    const key = this.config.key('secrets');
    const encrypted = encrypt(key, twoFactorContext(userId), secret.toString('base64url'));
    await this.uow.run(async () => {
      if (!(await this.restartSetup(userId, encrypted))) throw refuse('SECOND_FACTOR_ON');
      await this.audit.recordOwn(
        actor,
        'auth.two_factor_begun',
        'Started to set up two-factor authentication',
      );
    });
    return {
      secret: encodeBase32(secret),
      otpauth_uri: createOtpauthUri(secret, siteName, actor.email),
    };
  }

  /**
   * Enables two-factor authentication with a first code, which proves that the app has the
   * secret. Revokes the other sessions, which were started without a code.
   * @returns ten recovery codes.
   * @throws DomainError with errors.code, SECOND_FACTOR_ON, SETUP_NOT_BEGUN, throttled.
   */
  async confirm(actor: Actor, code: string): Promise<string[]> {
    const { userId } = actor;
    return this.withCodeAttempt(actor, async (user) => {
      const factor = await this.codes.find(userId);
      if (factor?.enabledAt) throw refuse('SECOND_FACTOR_ON');
      if (!factor || factor.createdAt < this.clock.in(-SETUP_LIFETIME))
        throw refuse('SETUP_NOT_BEGUN');
      if ((await this.codes.consume(factor, code)) !== 'app') throw wrongCode();
      await this.uow
        .requireTransaction()
        .update(TwoFactor, { userId }, { enabledAt: this.clock.now() });
      // Ten slow hashes, which a wrong code must not cost.
      const { codes, rows } = await this.codes.createRecoveryCodes(userId);
      await this.storeRecoveryCodes(userId, rows);
      await this.sessions.revokeAll(userId, actor.sessionId);
      await this.audit.recordOwn(
        actor,
        'auth.two_factor_enabled',
        'Turned on two-factor authentication',
      );
      await this.mail.sendTwoFactorChanged(user, 'on');
      return codes;
    });
  }

  /**
   * Makes ten new recovery codes and voids those before, for who lost them or never saw them.
   * @throws DomainError REAUTHENTICATION_REQUIRED, SECOND_FACTOR_OFF, throttled.
   */
  async replaceRecoveryCodes(actor: SessionActor): Promise<string[]> {
    this.sessions.assertRecent(actor);
    const { userId } = actor;
    await this.assertEnabled(userId);
    await this.limiter.recordAttempt(RECOVERY_CODES, String(userId));
    const { codes, rows } = await this.codes.createRecoveryCodes(userId);
    await this.uow.run(async () => {
      const user = await this.users.lock(userId);
      if (!user) throw refuse('UNAUTHENTICATED');
      await this.assertEnabled(userId);
      await this.storeRecoveryCodes(userId, rows);
      await this.audit.recordOwn(
        actor,
        'auth.recovery_codes_replaced',
        'Made new recovery codes; the earlier ones are void',
      );
      await this.mail.sendRecoveryCodesReplaced(user);
    });
    return codes;
  }

  /** @throws DomainError with errors.password or errors.code, SECOND_FACTOR_OFF, throttled. */
  async disable(actor: Actor, password: string, code: string): Promise<void> {
    await this.passwords.confirm(actor, password, wrongPassword);
    await this.withCodeAttempt(actor, async (user) => {
      const factor = await this.codes.find(user.id);
      if (!factor?.enabledAt) throw refuse('SECOND_FACTOR_OFF');
      if (!(await this.codes.consume(factor, code))) throw wrongCode();
      await this.removal.remove(user.id);
      await this.audit.recordOwn(
        actor,
        'auth.two_factor_disabled',
        'Turned off two-factor authentication',
      );
      await this.mail.sendTwoFactorChanged(user, 'off');
    });
  }

  /**
   * Disables it for another staff member without app and recovery codes, and revokes their sessions.
   * @throws DomainError OWN_ACCOUNT, REAUTHENTICATION_REQUIRED, USER_NOT_FOUND, SECOND_FACTOR_OFF.
   */
  async reset(actor: SessionActor, userId: number, reason: string): Promise<void> {
    if (userId === actor.userId) throw refuse('OWN_ACCOUNT');
    await this.resetFor(actor, userId, reason, 'staff member');
  }

  /** As `reset`, for a customer. */
  resetCustomer(actor: SessionActor, userId: number, reason: string): Promise<void> {
    return this.resetFor(actor, userId, reason, 'customer');
  }

  async getRequirement(): Promise<TwoFactorRequirementData> {
    return { required: (await this.settings.current()).staffTwoFactorRequired };
  }

  /** Refuses an actor without two-factor authentication, who would be the first to be kept out. */
  async require(actor: SessionActor, required: boolean): Promise<TwoFactorRequirementData> {
    this.sessions.assertRecent(actor);
    if (required) await this.assertEnabled(actor.userId);
    await this.editor.update(actor, { staffTwoFactorRequired: required });
    return { required };
  }

  /** Deletes the secret and codes of a closed account; needs an open unit of work. */
  async delete(userId: number): Promise<void> {
    await this.removal.remove(userId);
  }

  private async resetFor(
    actor: SessionActor,
    userId: number,
    reason: string,
    who: 'customer' | 'staff member',
  ): Promise<void> {
    this.sessions.assertRecent(actor);
    await this.uow.run(async () => {
      const user = await this.users.lock(userId);
      if (!user || isStaff(user.role) !== (who === 'staff member')) throw userUnknown(who);
      await this.roles.assertMayManage(actor, user);
      if (!(await this.removal.remove(userId))) throw refuse('SECOND_FACTOR_OFF');
      await this.sessions.revokeAll(userId);
      await this.audit.record(actor, {
        action: 'auth.two_factor_reset',
        target: `user:${userId}`,
        details: `Reset two-factor authentication of ${user.name}. Reason: ${reason}`,
      });
      await this.mail.sendTwoFactorChanged(user, 'reset');
    });
  }

  /** @throws DomainError SECOND_FACTOR_OFF. */
  async assertEnabled(userId: number): Promise<void> {
    if (!(await this.codes.isRequired(userId))) throw refuse('SECOND_FACTOR_OFF');
  }

  /** Restarts the setup unless two-factor is enabled. @returns whether it was started. */
  private async restartSetup(userId: number, secretEncrypted: string): Promise<boolean> {
    const { raw } = await this.uow
      .requireTransaction()
      .createQueryBuilder()
      .insert()
      .into(TwoFactor)
      .values({ userId, secretEncrypted, createdAt: this.clock.now(), lastStep: null })
      .orUpdate(['secret_encrypted', 'created_at', 'last_step'], ['user_id'], {
        overwriteCondition: { where: { enabledAt: IsNull() } },
      })
      .returning(['userId'])
      .execute();
    return (raw as unknown[]).length === 1;
  }

  /** Puts new codes in the place of all before. */
  private async storeRecoveryCodes(
    userId: number,
    rows: Omit<RecoveryCode, 'usedAt'>[],
  ): Promise<void> {
    const manager = this.uow.requireTransaction();
    await manager.delete(RecoveryCode, { userId });
    await manager.insert(RecoveryCode, rows);
  }

  /** A try of a code with the actor's row held, so that tries follow each other. */
  private withCodeAttempt<T>(actor: Actor, work: (user: UserAccount) => Promise<T>): Promise<T> {
    return this.codes.withRateLimit(
      { id: actor.userId, name: actor.name, role: actor.role },
      actor,
      () =>
        this.uow.run(async () => {
          const user = await this.users.lock(actor.userId);
          if (!user) throw refuse('UNAUTHENTICATED');
          return work(user);
        }),
    );
  }
}
