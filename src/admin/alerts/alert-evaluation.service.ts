import { hostname } from 'node:os';
import { Injectable } from '@nestjs/common';
import { IntegrityService, type InvariantReport } from '../integrity/integrity.service';
import { EMPTY_SAMPLE, PerformanceService } from '../performance/performance.service';
import { AlertConditionQueries, CONDITION_KINDS } from './alert-conditions.queries';
import { AlertsService } from './alerts.service';
import { JobsService } from '../machinery/jobs.service';

const CHECKS = {
  books_broken: 'The ledger check',
  history_broken: 'The ledger check of all history',
} as const;

/** Evaluates in the worker what has an alert while it lasts. */
@Injectable()
export class AlertEvaluationService {
  constructor(
    private readonly alerts: AlertsService,
    private readonly conditions: AlertConditionQueries,
    private readonly jobs: JobsService,
    private readonly performance: PerformanceService,
    private readonly integrity: IntegrityService,
  ) {}

  /** Once a minute. Also records the worker's heartbeat. */
  async evaluate(): Promise<void> {
    await this.performance.add('worker', `${hostname()}:${process.pid}`, EMPTY_SAMPLE);
    for (const kind of CONDITION_KINDS)
      await this.alerts.sync([kind], await this.conditions.find([kind]));
    await this.alerts.sync(['job_failed'], await this.jobs.findConditions());
    await this.alerts.deleteExpired();
    await this.performance.deleteExpired();
  }

  /** Daily: what was written since the last closed month of the ledger, and what it belongs to. */
  async checkSinceLastPeriod(): Promise<void> {
    await this.report('books_broken', await this.integrity.checkSinceLastPeriod());
  }

  /** Weekly: all history. Has an alert of its own, which the daily check must not close. */
  async checkHistory(): Promise<void> {
    await this.report('history_broken', await this.integrity.check());
  }

  private async report(
    kind: keyof typeof CHECKS,
    reports: readonly InvariantReport[],
  ): Promise<void> {
    const details = reports
      .filter(({ violations }) => violations > 0)
      .map(({ description, violations }) => `“${description}” (${violations} times)`);
    const message = `${CHECKS[kind]} found violations: ${details.join('; ')}.`;
    const condition = { kind, key: kind, severity: 'critical', message } as const;
    await this.alerts.sync([kind], details.length ? [condition] : []);
  }
}
