import { hostname } from 'node:os';
import { Injectable } from '@nestjs/common';
import { EMPTY_SAMPLE, PerformanceRepository } from '../performance/performance.repository';
import { FailedJobsService } from './failed-jobs.service';
import { AlertsService } from './alerts.service';
import {
  NetworkAlertQueries,
  CONDITION_KINDS,
  AlertConditionQueries,
} from './alert-conditions.queries';
import { IntegrityService, type InvariantReport } from '../integrity/integrity.service';
import type { AlertKind } from './alert.entity';

/** Runs in the worker once a minute: records its heartbeat and evaluates the alert conditions. */
@Injectable()
export class AlertEvaluationService {
  constructor(
    private readonly alerts: AlertsService,
    private readonly conditions: AlertConditionQueries,
    private readonly failed: FailedJobsService,
    private readonly networks: NetworkAlertQueries,
    private readonly performance: PerformanceRepository,
  ) {}

  async evaluate(): Promise<void> {
    await this.performance.add('worker', `${hostname()}:${process.pid}`, EMPTY_SAMPLE);
    await this.alerts.sync(CONDITION_KINDS, await this.conditions.find());
    await this.alerts.sync(['network_refused'], await this.networks.find());
    await this.alerts.sync(['supply_budget'], await this.networks.findBudgets());
    await this.alerts.sync(['supply_difference'], await this.networks.findDifferences());
    await this.alerts.sync(['supply_balance'], await this.networks.findBalances());
    await this.alerts.sync(['job_failed'], await this.failed.findConditions());
    await this.alerts.deleteExpired();
    await this.performance.deleteExpired();
  }
}

/** Checks of all invariants of money and delivery, with an alert while one is violated. */
@Injectable()
export class IntegrityCheckService {
  constructor(
    private readonly integrity: IntegrityService,
    private readonly alerts: AlertsService,
  ) {}

  /** Daily: what was written since the last closed month of the ledger, and what it belongs to. */
  async check(): Promise<void> {
    await this.report('books_broken', await this.integrity.checkSinceLastPeriod());
  }

  /** Weekly: all history. Has an alert of its own, which the daily check must not close. */
  async checkAll(): Promise<void> {
    await this.report('history_broken', await this.integrity.check());
  }

  private async report(
    kind: Extract<AlertKind, 'books_broken' | 'history_broken'>,
    reports: readonly InvariantReport[],
  ): Promise<void> {
    const details = reports
      .filter(({ violations }) => violations > 0)
      .map(({ description, violations }) => `“${description}” (${violations} times)`);
    const found = `${CHECKS[kind]} found violations: ${details.join('; ')}.`;
    await this.alerts.sync(
      [kind],
      details.length ? [{ kind, key: kind, severity: 'critical', message: found }] : [],
    );
  }
}

const CHECKS = {
  books_broken: 'The ledger check',
  history_broken: 'The ledger check of all history',
} as const;
