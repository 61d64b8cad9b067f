import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import type { AuditAction } from '../../audit/audit.types';
import type { ClientInfo } from '../../common/security/actor';
import { EventSampler } from '../../common/security/event-sampler';
import type { SecurityEvent, SecurityEventName } from '../../common/security/security-event';
import { SecurityEventLog } from '../../common/security/security-event-log.service';
import { Clock } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';
import type { UserAccount } from '../../users/users.types';

/** Failed sign-ins and wrong codes of the second factor are audited where they happen. */
const ACTIONS: Partial<Record<SecurityEventName, AuditAction>> = {
  access_denied: 'auth.access_denied',
  rate_limited: 'auth.rate_limited',
  password_rejected: 'auth.password_rejected',
};

/** Audits the security events of an account, each kind once a minute and process at most. */
@Injectable()
export class SecurityEventAuditor implements OnModuleInit, BeforeApplicationShutdown {
  private readonly logger = new Logger(SecurityEventAuditor.name);
  private readonly sampler = new EventSampler();
  private readonly pending = new Set<Promise<void>>();

  constructor(
    private readonly events: SecurityEventLog,
    private readonly audit: AuditService,
    private readonly clock: Clock,
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
  async recordResetCode(user: UserAccount, client: ClientInfo): Promise<void> {
    const suppressed = this.sampler.admit(`reset code ${user.id}`, this.clock.now());
    if (suppressed === null) return;
    await this.uow.run(() =>
      this.audit.record(
        { ...client, userId: user.id, name: user.name },
        {
          action: 'auth.reset_code_failed',
          target: `user:${user.id}`,
          details: `Wrong code for a password reset${countOthers(suppressed)}`,
        },
      ),
    );
  }

  private async recordEvent({
    name,
    code,
    route,
    actor,
    suppressed,
  }: SecurityEvent): Promise<void> {
    const action = ACTIONS[name];
    if (!action || !actor) return;
    await this.uow.run(() =>
      this.audit.record(actor, {
        action,
        target: `user:${actor.userId}`,
        details: `${route} was refused: ${code}${countOthers(suppressed)}`,
      }),
    );
  }
}

const countOthers = (suppressed: number): string =>
  suppressed === 0 ? '' : `, after ${suppressed} more like it`;
