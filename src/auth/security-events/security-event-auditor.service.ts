import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import type { AuditAction } from '../../audit/audit.types';
import type { ClientInfo } from '../../common/security/actor';
import {
  type SecurityEvent,
  type SecurityEventName,
  SecurityEventLog,
} from '../../common/security/security-event-log.service';
import { UnitOfWork } from '../../database/unit-of-work';
import type { UserAccount } from '../../users/users.types';
import { toNetworkPrefix } from '../rate-limits/rate-limit.policies';
import { AccountRateLimiter } from '../rate-limits/account-rate-limiter.service';

/** Wrong codes of the second factor are audited where they happen. */
const ACTIONS: Partial<Record<SecurityEventName, AuditAction>> = {
  access_denied: 'auth.access_denied',
  rate_limited: 'auth.rate_limited',
  password_rejected: 'auth.password_rejected',
};

/** Audits security events; what an attacker can repeat at will, once a minute at most. */
@Injectable()
export class SecurityEventAuditor implements OnModuleInit, BeforeApplicationShutdown {
  private readonly logger = new Logger(SecurityEventAuditor.name);
  private readonly pending = new Set<Promise<void>>();

  constructor(
    private readonly events: SecurityEventLog,
    private readonly audit: AuditService,
    private readonly limiter: AccountRateLimiter,
    private readonly uow: UnitOfWork,
  ) {}

  onModuleInit(): void {
    this.events.subscribe((event) => {
      const written = this.recordEvent(event)
        .catch((error: unknown) =>
          this.logger.error({ err: error, event: event.name }, 'A security event was not audited'),
        )
        .finally(() => this.pending.delete(written));
      this.pending.add(written);
    });
  }

  /** The answer does not wait for the audit, but the process does. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.pending);
  }

  /** A wrong code for the password reset of this account. */
  recordResetCode(user: UserAccount, client: ClientInfo): Promise<void> {
    const details = 'Wrong code for a password reset';
    return this.recordOnce(user, client, 'auth.reset_code_failed', details);
  }

  /** Wrong codes for a change of the e-mail address. */
  recordEmailChangeCode(user: UserAccount, client: ClientInfo): Promise<void> {
    const details = 'Wrong code for a change of the email address';
    return this.recordOnce(user, client, 'auth.email_change_code_failed', details);
  }

  /** The limits of sign-ins bound wrong passwords of an account, but nothing bounds made-up emails. */
  recordFailedSignIn(user: UserAccount | null, client: ClientInfo): Promise<void> {
    return user
      ? this.uow.run(() => this.append(user, client, 'auth.sign_in_failed', 'Wrong password'))
      : this.recordOnce(null, client, 'auth.sign_in_failed', 'Unknown email');
  }

  recordCustomerAtStaffSignIn(user: UserAccount, client: ClientInfo): Promise<void> {
    const details = 'Right password of a customer at the staff sign-in';
    return this.recordOnce(user, client, 'auth.sign_in_failed', details);
  }

  /** Once a minute, account and kind; without an account, once a minute, network and kind. */
  private recordOnce(
    user: UserAccount | null,
    client: ClientInfo,
    action: AuditAction,
    details: string,
  ): Promise<void> {
    const origin = user ? `user ${user.id}` : toNetworkPrefix(client.ip);
    return this.uow.run(async () => {
      const suppressed = await this.limiter.sample(`audit ${action}`, origin);
      if (suppressed !== null)
        await this.append(user, client, action, `${details}${countOthers(suppressed)}`);
    });
  }

  private append(
    user: UserAccount | null,
    client: ClientInfo,
    action: AuditAction,
    details: string,
  ): Promise<void> {
    return user
      ? this.audit.recordNamed(user, client, action, details)
      : this.audit.record({ ...client }, { action, target: 'user:unknown', details });
  }

  private async recordEvent(event: SecurityEvent): Promise<void> {
    const { name, code, route, actor, suppressed } = event;
    const action = ACTIONS[name];
    if (!action || !actor) return;
    const details = `${route} was refused: ${code}${countOthers(suppressed)}`;
    await this.uow.run(() => this.audit.recordOwn(actor, action, details));
  }
}

const countOthers = (suppressed: number): string =>
  suppressed === 0 ? '' : `, after ${suppressed} more like it`;
