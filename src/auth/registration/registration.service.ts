import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import type { ClientInfo } from '../../common/security/actor';
import { AppConfig } from '../../config/app-config';
import { UnitOfWork } from '../../database/unit-of-work';
import { SettingsService } from '../../settings/settings.service';
import { emailTaken } from '../../users/users.errors';
import { UsersService } from '../../users/users.service';
import {
  toUserResponse,
  type NewUser,
  type UserAccount,
  type UserEnvelopeData,
} from '../../users/users.types';
import { ReferralsService } from '../../referrals/referrals.service';
import { AuthMailService } from '../mail/auth-mail.service';
import { PasswordPolicy } from '../password/password-policy.service';
import { PasswordService } from '../password/password.service';
import type { RegisterDto } from './registration.dto';

const VERIFY_FIRST =
  'Account created successfully! Check your email inbox or spam box for verification link. Please login to continue.';
const LOGIN_NEXT = 'Account created successfully! Please login to continue.';

@Injectable()
export class RegistrationService {
  constructor(
    private readonly config: AppConfig,
    private readonly users: UsersService,
    private readonly settings: SettingsService,
    private readonly passwords: PasswordService,
    private readonly policy: PasswordPolicy,
    private readonly mail: AuthMailService,
    private readonly referrals: ReferralsService,
    private readonly audit: AuditService,
    private readonly uow: UnitOfWork,
  ) {}

  /**
   * Creates a customer account and mails its verification link.
   * @throws DomainError invalid with errors.email when the address has an account, or
   * errors.password when the password is too common.
   */
  async register(body: RegisterDto, client: ClientInfo): Promise<UserEnvelopeData> {
    const account = await this.prepare(body);
    const { emailVerification } = this.config;
    const user = await this.uow.run(async () => {
      const created = await this.open(account, client);
      if (body.referral) await this.referrals.accountOpened(created.id, body.referral);
      if (emailVerification) await this.mail.sendVerification(created);
      return created;
    });
    const words = emailVerification ? VERIFY_FIRST : LOGIN_NEXT;
    return toUserResponse(await this.users.withBalance(user), words);
  }

  /** Hashes the password, before the transaction that opens the account. @throws as `register`. */
  async prepare({
    name,
    email,
    password,
  }: Pick<RegisterDto, 'name' | 'email' | 'password'>): Promise<NewUser> {
    await this.settings.assertEmailAccepted(email);
    await this.policy.assertAcceptable('password', password, { name, email });
    // Looked up first only to spare the hash; the unique constraint is what decides.
    if (await this.users.findByEmail(email)) throw emailTaken();
    return { name, email, passwordHash: await this.passwords.hash(password) };
  }

  /** Needs an open unit of work. */
  async open(account: NewUser, client: ClientInfo): Promise<UserAccount> {
    const user = await this.users.create(account);
    const details = 'Opened an account with email and password';
    await this.audit.recordNamed(user, client, 'auth.registered', details);
    return user;
  }
}
