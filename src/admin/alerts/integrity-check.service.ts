import { Injectable } from '@nestjs/common';
import { IntegrityService, type InvariantReport } from '../integrity/integrity.service';
import type { AlertKind } from './alert.types';
import { AlertsService } from './alerts.service';

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
