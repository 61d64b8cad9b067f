import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { AppConfig } from '../../config/app-config';
import { UnitOfWork } from '../../database/unit-of-work';
import { MailService } from '../../mail/mail.service';
import type { Letter } from '../../mail/mail.types';
import { UserAdministrationService } from '../../users/user-administration.service';
import { UsersService } from '../../users/users.service';
import { AlertRepository } from './alert.repository';
import type { Alert, AlertKind, AlertCondition } from './alert.types';

/** Tells the admins what is wrong: on the dashboard as long as it is, and once by mail. */
@Injectable()
export class AlertsService {
  constructor(
    private readonly config: AppConfig,
    private readonly uow: UnitOfWork,
    private readonly repository: AlertRepository,
    private readonly accounts: UserAdministrationService,
    private readonly users: UsersService,
    private readonly mail: MailService,
    private readonly audit: AuditService,
  ) {}

  /** What is wrong now, the worst first. */
  open(): Promise<Alert[]> {
    return this.repository.open();
  }

  /**
   * Opens an alert for every condition that has none and closes those whose condition is over.
   * @param kinds what was looked at; alerts of other kinds are left alone.
   */
  async settle(kinds: readonly AlertKind[], conditions: readonly AlertCondition[]): Promise<void> {
    for (const condition of conditions) await this.raise(condition);
    await this.repository.closeOthers(
      kinds,
      conditions.map(({ key }) => key),
    );
  }

  /** Forgets those that were over long ago. */
  forget(): Promise<void> {
    return this.repository.forget();
  }

  /** @returns whether it is news; then the admins have mail. */
  raise(condition: AlertCondition): Promise<boolean> {
    return this.uow.run(async () => {
      if (!(await this.repository.insert(condition))) {
        await this.repository.reword(condition);
        return false;
      }
      await this.audit.record('system', {
        action: 'system.alert_raised',
        target: `alert:${condition.key}`,
        details: condition.message,
      });
      await this.tellAdmins(condition);
      return true;
    });
  }

  private async tellAdmins(condition: AlertCondition): Promise<void> {
    for (const id of await this.accounts.findActiveAdminIds()) {
      const admin = await this.users.findById(id);
      if (admin) await this.mail.enqueueLetter(admin.email, (site) => this.letter(site, condition));
    }
  }

  private letter(siteName: string, { severity, message }: AlertCondition): Letter {
    const word = severity === 'critical' ? 'Critical' : 'Warning';
    return {
      subject: `${word}: ${siteName} needs your attention`,
      heading: message,
      paragraphs: [
        'The platform found this by itself and shows it on the dashboard until it is over. You get this email once.',
      ],
      action: { label: 'Open the dashboard', url: `${this.config.http.appUrl}/admin/dashboard` },
      closing: 'You get this because you are an admin.',
    };
  }
}
