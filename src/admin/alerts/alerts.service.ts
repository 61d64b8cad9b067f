import { Injectable } from '@nestjs/common';
import { In, IsNull, Not } from 'typeorm';
import { AuditService } from '../../audit/audit.service';
import { AppConfig } from '../../config/app-config';
import { UnitOfWork } from '../../database/unit-of-work';
import { MailService } from '../../mail/mail.service';
import type { MailContent } from '../../mail/mail.types';
import { UserAdministrationService } from '../../users/user-administration.service';
import { UsersService } from '../../users/users.service';
import { AFFECTED_TRANSACTIONS } from '../attention';
import type { AdminAlert } from '../dashboard/dashboard.dto';
import {
  AlertRecord,
  ATTENTION_BY_ALERT,
  FAILED_JOB_KEY,
  NOTICES,
  toSupplyIds,
  type AlertCondition,
  type AlertKind,
} from './alert.entity';

const RETENTION_DAYS = 400;
const MAX_OPEN = 100;

/** Alerts on the dashboard while a condition lasts, and one mail to the admins when it begins. */
@Injectable()
export class AlertsService {
  constructor(
    private readonly config: AppConfig,
    private readonly uow: UnitOfWork,
    private readonly accounts: UserAdministrationService,
    private readonly users: UsersService,
    private readonly mail: MailService,
    private readonly audit: AuditService,
  ) {}

  /** Critical alerts first, then the oldest. */
  async findOpen(): Promise<AdminAlert[]> {
    const alerts = await this.uow.manager.find(AlertRecord, {
      where: { closedAt: IsNull() },
      order: { severity: 'ASC', openedAt: 'ASC', id: 'ASC' },
      take: MAX_OPEN,
    });
    return this.uow.all(...alerts.map((alert) => () => this.toAdminAlert(alert)));
  }

  /**
   * Opens an alert for every new condition and closes those whose condition has ended.
   * @param kinds the kinds that were evaluated; alerts of other kinds stay as they are.
   */
  async sync(kinds: readonly AlertKind[], conditions: readonly AlertCondition[]): Promise<void> {
    for (const condition of conditions) await this.raise(condition);
    const keys = conditions.map(({ key }) => key);
    await this.uow.manager
      .getRepository(AlertRecord)
      .update(
        { closedAt: IsNull(), kind: In([...kinds]), key: Not(In(keys)) },
        { closedAt: () => 'now()' },
      );
  }

  /** Deletes alerts closed long ago; the audit log still has them. */
  async deleteExpired(): Promise<void> {
    await this.uow.manager
      .createQueryBuilder()
      .delete()
      .from(AlertRecord)
      .where('closed_at < now() - make_interval(days => :days)', { days: RETENTION_DAYS })
      .execute();
  }

  /** @returns whether an alert was opened and mailed to the admins; one of the key that is open is brought up to date. */
  raise(condition: AlertCondition): Promise<boolean> {
    const { kind, key, severity, message } = condition;
    return this.uow.run(async () => {
      const alerts = this.uow.requireTransaction().getRepository(AlertRecord);
      const inserted = await alerts
        .createQueryBuilder()
        .insert()
        .values({ kind, key, severity, message })
        .orIgnore()
        .execute();
      if (!(inserted.raw as unknown[]).length) {
        const changed = [{ severity: Not(severity) }, { message: Not(message) }];
        await alerts.update(
          changed.map((change) => ({ key, closedAt: IsNull(), ...change })),
          { severity, message },
        );
        return false;
      }
      await this.audit.record('system', {
        action: 'system.alert_raised',
        target: `alert:${key}`,
        details: message,
      });
      await this.mailAdmins(condition);
      return true;
    });
  }

  /** With the transaction that it is about if there is only one. */
  private async toAdminAlert(alert: AlertRecord): Promise<AdminAlert> {
    const { id, kind, key, severity, message, openedAt } = alert;
    const attention = key === `${kind}:${NOTICES}` ? null : (ATTENTION_BY_ALERT[kind] ?? null);
    const affected = attention
      ? await this.uow.manager.query<{ id: number }[]>(
          `SELECT DISTINCT id FROM (${AFFECTED_TRANSACTIONS[attention]}) affected LIMIT 2`,
        )
      : [];
    return {
      ...{ id, kind, severity, message, attention, opened_at: openedAt },
      transaction_id: affected.length === 1 ? affected[0]!.id : null,
      ...toSupplyIds(key),
      job: kind === 'job_failed' ? key.slice(FAILED_JOB_KEY.length) : null,
    };
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
