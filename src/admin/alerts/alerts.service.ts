import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { AppConfig } from '../../config/app-config';
import { UnitOfWork } from '../../database/unit-of-work';
import { MailService } from '../../mail/mail.service';
import type { MailContent } from '../../mail/mail.types';
import { UserAdministrationService } from '../../users/user-administration.service';
import { UsersService } from '../../users/users.service';
import { AlertRepository } from './alert.repository';
import {
  ATTENTION_BY_ALERT,
  FAILED_JOB_KEY,
  type Alert,
  type AlertCondition,
  type AlertKind,
  type AlertWithSubject,
} from './alert.types';
import { AlertConditionQueries } from './alert-conditions.queries';

/** Alerts on the dashboard while a condition lasts, and one mail to the admins when it begins. */
@Injectable()
export class AlertsService {
  constructor(
    private readonly config: AppConfig,
    private readonly uow: UnitOfWork,
    private readonly repository: AlertRepository,
    private readonly conditions: AlertConditionQueries,
    private readonly accounts: UserAdministrationService,
    private readonly users: UsersService,
    private readonly mail: MailService,
    private readonly audit: AuditService,
  ) {}

  /** Critical alerts first. */
  async findOpen(): Promise<AlertWithSubject[]> {
    const alerts = await this.repository.findOpen();
    return this.uow.all(...alerts.map((alert) => () => this.addSubject(alert)));
  }

  /**
   * Opens an alert for every new condition and closes those whose condition has ended.
   * @param kinds the kinds that were evaluated; alerts of other kinds stay as they are.
   */
  async sync(kinds: readonly AlertKind[], conditions: readonly AlertCondition[]): Promise<void> {
    for (const condition of conditions) await this.raise(condition);
    await this.repository.closeResolved(
      kinds,
      conditions.map(({ key }) => key),
    );
  }

  /** Deletes alerts closed long ago. */
  deleteExpired(): Promise<void> {
    return this.repository.deleteExpired();
  }

  /** @returns whether an alert was opened and mailed to the admins. */
  raise(condition: AlertCondition): Promise<boolean> {
    return this.uow.run(async () => {
      if (!(await this.repository.insertIfNew(condition))) {
        await this.repository.updateOpen(condition);
        return false;
      }
      await this.audit.record('system', {
        action: 'system.alert_raised',
        target: `alert:${condition.key}`,
        details: condition.message,
      });
      await this.mailAdmins(condition);
      return true;
    });
  }

  private async addSubject(alert: Alert): Promise<AlertWithSubject> {
    const attention = ATTENTION_BY_ALERT[alert.kind] ?? null;
    const transactionId = attention && (await this.conditions.findOnlyTransaction(attention));
    const job = alert.kind === 'job_failed' ? alert.key.slice(FAILED_JOB_KEY.length) : null;
    return { ...alert, attention, transactionId, job };
  }

  private async mailAdmins(condition: AlertCondition): Promise<void> {
    for (const id of await this.accounts.findActiveAdminIds()) {
      const admin = await this.users.findById(id);
      if (admin)
        await this.mail.enqueueTemplate(admin.email, (site) => this.toMail(site, condition));
    }
  }

  private toMail(siteName: string, { severity, message }: AlertCondition): MailContent {
    const word = severity === 'critical' ? 'Critical' : 'Warning';
    return {
      subject: `${word}: ${siteName} needs your attention`,
      heading: message,
      paragraphs: ['The dashboard shows this alert until it is resolved. You get this email once.'],
      action: { label: 'Open the dashboard', url: `${this.config.http.appUrl}/admin/dashboard` },
      closing: 'You get this because you are an admin.',
    };
  }
}
