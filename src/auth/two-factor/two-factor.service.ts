import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import type { AuditAction } from '../../audit/audit.types';
import { encrypt } from '../../common/crypto/secrets';
import type { DomainError } from '../../common/errors/domain-error';
import { isStaff, type Actor, type SessionActor } from '../../common/security/actor';
import { Clock, MINUTE } from '../../common/time/clock';
import { AppConfig } from '../../config/app-config';
import { UnitOfWork } from '../../database/unit-of-work';
import { UsersService } from '../../users/users.service';
import type { UserAccount } from '../../users/users.types';
import { AuthMailService } from '../mail/auth-mail.service';
import * as refuse from '../auth.errors';
import { SettingsEditorService } from '../../settings/settings-editor.service';
import { SettingsService } from '../../settings/settings.service';
import type {
  StaffTwoFactorResponse,
  TwoFactorData,
  TwoFactorRequirementData,
  TwoFactorSetupData,
} from './two-factor.dto';
import { PasswordConfirmationService } from '../password/password-confirmation.service';
import { AccountRateLimiter } from '../rate-limits/account-rate-limiter.service';
import { RECOVERY_CODES } from '../rate-limits/rate-limit.policies';
import { RecoveryCodesService } from './recovery-codes.service';
import { TwoFactorVerifier } from './two-factor-verifier.service';
import { TwoFactorRepository } from './two-factor.repository';
import { twoFactorContext } from './two-factor.encrypted-columns';
import { encodeBase32, createOtpauthUri } from './totp';
import { SessionsService } from '../sessions/sessions.service';

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
    private readonly repository: TwoFactorRepository,
    private readonly verifier: TwoFactorVerifier,
    private readonly recovery: RecoveryCodesService,
    private readonly limiter: AccountRateLimiter,
    private readonly confirmation: PasswordConfirmationService,
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly mail: AuthMailService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
    private readonly uow: UnitOfWork,
  ) {}

  async getStatus({ userId }: Actor): Promise<TwoFactorData> {
    const enabledAt = (await this.repository.find(userId))?.enabledAt ?? null;
    return {
      enabled: enabledAt !== null,
      enabled_at: enabledAt,
      recovery_codes_left: enabledAt ? await this.repository.countUnusedRecoveryCodes(userId) : 0,
    };
  }

  /** Everybody on the staff, by name. */
  listStaff(): Promise<StaffTwoFactorResponse[]> {
    return this.repository.listStaff();
  }

  /**
   * Makes a new secret, which counts for nothing until it is confirmed.
   * @throws DomainError invalid with errors.password, conflict SECOND_FACTOR_ON, throttled.
   */
  async begin(actor: Actor, password: string): Promise<TwoFactorSetupData> {
    await this.assertHasPassword(actor);
    await this.confirmation.confirm(actor, password, refuse.wrongPassword);
    const { siteName } = await this.settings.current();
    const secret = randomBytes(SECRET_BYTES);
    const { userId } = actor;
    const key = this.config.key('secrets');
    const encrypted = encrypt(key, twoFactorContext(userId), secret.toString('base64url'));
    await this.uow.run(async () => {
      if (!(await this.repository.begin(userId, encrypted, this.clock.now())))
        throw refuse.twoFactorAlreadyEnabled();
      await this.record(actor, userId, 'begun', 'Started to set up two-factor authentication');
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
   * @throws DomainError invalid with errors.code, conflict SECOND_FACTOR_ON or SETUP_NOT_BEGUN,
   * throttled.
   */
  async confirm(actor: Actor, code: string): Promise<string[]> {
    const { userId } = actor;
    return this.withCodeAttempt(actor, async (user) => {
      const factor = await this.repository.find(userId);
      if (factor?.enabledAt) throw refuse.twoFactorAlreadyEnabled();
      if (!factor || factor.createdAt < this.clock.in(-SETUP_LIFETIME))
        throw refuse.setupNotBegun();
      if ((await this.verifier.consumeCode(userId, factor, code)) !== 'app')
        throw refuse.wrongCode();
      await this.repository.enable(userId, this.clock.now());
      // Ten slow hashes, which a wrong code must not cost.
      const codes = this.recovery.generate();
      await this.repository.replaceRecoveryCodes(userId, await this.recovery.hash(codes));
      await this.sessions.revokeAll(userId, actor.sessionId);
      await this.record(actor, userId, 'enabled', 'Turned on two-factor authentication');
      await this.mail.sendTwoFactorChanged(user, 'on');
      return codes;
    });
  }

  /**
   * Makes ten new recovery codes and voids those before, for who lost them or never saw them.
   * @throws DomainError forbidden REAUTHENTICATION_REQUIRED, conflict SECOND_FACTOR_OFF, throttled.
   */
  async replaceRecoveryCodes(actor: SessionActor): Promise<string[]> {
    this.sessions.assertRecent(actor);
    const { userId } = actor;
    await this.assertEnabled(userId);
    await this.limiter.recordAttempt(RECOVERY_CODES, String(userId));
    const codes = this.recovery.generate();
    const hashes = await this.recovery.hash(codes);
    await this.uow.run(async () => {
      const user = await this.users.lock(userId);
      if (!user) throw refuse.unauthenticated();
      await this.assertEnabled(userId);
      await this.repository.replaceRecoveryCodes(userId, hashes);
      await this.audit.record(actor, {
        action: 'auth.recovery_codes_replaced',
        target: `user:${userId}`,
        details: 'Made new recovery codes; the earlier ones are void',
      });
      await this.mail.sendRecoveryCodesReplaced(user);
    });
    return codes;
  }

  /** @throws DomainError invalid with errors.password or errors.code, conflict SECOND_FACTOR_OFF, throttled. */
  async disable(actor: Actor, password: string, code: string): Promise<void> {
    await this.confirmation.confirm(actor, password, refuse.wrongPassword);
    await this.withCodeAttempt(actor, async (user) => {
      const factor = await this.repository.find(user.id);
      if (!factor?.enabledAt) throw refuse.twoFactorNotEnabled();
      if (!(await this.verifier.consumeCode(user.id, factor, code))) throw refuse.wrongCode();
      await this.repository.remove(user.id);
      await this.record(actor, user.id, 'disabled', 'Turned off two-factor authentication');
      await this.mail.sendTwoFactorChanged(user, 'off');
    });
  }

  /**
   * Disables it for another staff member without app and recovery codes, and revokes their sessions.
   * @throws DomainError forbidden OWN_ACCOUNT or REAUTHENTICATION_REQUIRED, not_found, conflict SECOND_FACTOR_OFF.
   */
  reset(actor: SessionActor, userId: number, reason: string): Promise<void> {
    if (userId === actor.userId) throw refuse.cannotResetOwnTwoFactor();
    return this.remove(actor, userId, reason, ({ role }) => isStaff(role), refuse.staffUnknown);
  }

  /** As `reset`, for a customer. */
  resetCustomer(actor: SessionActor, userId: number, reason: string): Promise<void> {
    return this.remove(actor, userId, reason, ({ role }) => !isStaff(role), refuse.customerUnknown);
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

  private async remove(
    actor: SessionActor,
    userId: number,
    reason: string,
    isMeant: (user: UserAccount) => boolean,
    unknown: () => DomainError,
  ): Promise<void> {
    this.sessions.assertRecent(actor);
    await this.uow.run(async () => {
      const user = await this.users.lock(userId);
      if (!user || !isMeant(user)) throw unknown();
      if (!(await this.repository.remove(userId))) throw refuse.twoFactorNotEnabled();
      await this.sessions.revokeAll(userId);
      const details = `Reset two-factor authentication of ${user.name}. Reason: ${reason}`;
      await this.record(actor, userId, 'reset', details);
      await this.mail.sendTwoFactorChanged(user, 'reset');
    });
  }

  /** Deletes the secret and codes of a closed account; needs an open unit of work. */
  async delete(userId: number): Promise<void> {
    await this.repository.remove(userId);
  }

  private async assertHasPassword({ userId }: Actor): Promise<void> {
    if ((await this.users.findById(userId))?.passwordHash === null) throw refuse.noPasswordYet();
  }

  private async assertEnabled(userId: number): Promise<void> {
    if (!(await this.repository.find(userId))?.enabledAt) throw refuse.twoFactorNotEnabled();
  }

  /** A try of a code with the actor's row held, so that tries follow each other. */
  private withCodeAttempt<T>(actor: Actor, work: (user: UserAccount) => Promise<T>): Promise<T> {
    return this.verifier.withRateLimit(
      { id: actor.userId, name: actor.name, role: actor.role },
      actor,
      () =>
        this.uow.run(async () => {
          const user = await this.users.lock(actor.userId);
          if (!user) throw refuse.unauthenticated();
          return work(user);
        }),
    );
  }

  private record(
    actor: Actor,
    userId: number,
    what: 'begun' | 'enabled' | 'disabled' | 'reset',
    details: string,
  ): Promise<void> {
    const action = `auth.two_factor_${what}` as const satisfies AuditAction;
    return this.audit.record(actor, { action, target: `user:${userId}`, details });
  }
}
