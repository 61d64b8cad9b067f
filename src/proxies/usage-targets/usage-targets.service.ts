import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import type { Actor } from '../../common/security/actor';
import { Clock, DAY } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { UsageReportsService } from '../usage-reports/usage-reports.service';
import type { UsageRange } from '../usage-reports/usage-reports.types';
import { KEPT_DAYS, LISTED_HOSTS, type TargetReport } from './usage-targets.types';
import { UsageTargetsRepository } from './usage-targets.repository';

const DELETE_LIMIT = 10_000;

/** What a customer's proxies carry by host, kept only while the customer wants it. */
@Injectable()
export class UsageTargetsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly repository: UsageTargetsRepository,
    private readonly reports: UsageReportsService,
    private readonly audit: AuditService,
  ) {}

  /** The last 30 days where the range does not say. @throws DomainError as `UsageReportsService.getReport`. */
  async getReport(actor: Actor, range: UsageRange): Promise<TargetReport> {
    const { owner, ...period } = await this.reports.resolve(actor, range);
    return {
      ...period,
      isEnabled: await this.repository.isChosen(actor.userId),
      targets: await this.repository.sumByHost(owner, period, LISTED_HOSTS),
    };
  }

  /** In force at every gateway within seconds. What was counted until then stays until it is deleted or 30 days old. */
  async choose(actor: Actor, isEnabled: boolean): Promise<void> {
    const { userId } = actor;
    await this.uow.run(async () => {
      const hasChanged = isEnabled
        ? await this.repository.choose(userId)
        : await this.repository.unchoose(userId);
      if (!hasChanged) return;
      await this.audit.record(actor, {
        action: 'user.target_usage_changed',
        target: `user:${userId}`,
        details: isEnabled ? 'Switched usage by host on' : 'Switched usage by host off',
        before: { enabled: !isEnabled },
        after: { enabled: isEnabled },
      });
    });
  }

  async deleteOwn(actor: Actor): Promise<void> {
    await this.uow.run(async () => {
      await this.repository.deleteOwn(actor.userId);
      await this.audit.record(actor, {
        action: 'user.target_usage_deleted',
        target: `user:${actor.userId}`,
        details: 'Deleted their usage by host',
      });
    });
  }

  /** For a closed account; needs an open unit of work. */
  async removeAll(userId: number): Promise<void> {
    await this.repository.unchoose(userId);
    await this.repository.deleteOwn(userId);
  }

  async deleteOld(): Promise<void> {
    const before = this.clock.in(-KEPT_DAYS * DAY);
    while ((await this.repository.deleteBefore(before, DELETE_LIMIT)) === DELETE_LIMIT);
  }
}
