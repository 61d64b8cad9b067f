import { hostname } from 'node:os';
import { Injectable } from '@nestjs/common';
import { EMPTY_SAMPLE, PerformanceRepository } from '../performance/performance.repository';
import { FailedJobsService } from './failed-jobs.service';
import { AlertsService } from './alerts.service';
import { NetworkAlertQueries } from './network-alerts.queries';
import { CONDITION_KINDS, AlertConditionQueries } from './alert-conditions.queries';

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
