import { Injectable } from '@nestjs/common';
import { IntegrityService } from '../integrity/integrity.service';
import { AlertsService } from './alerts.service';

/** Daily check of all invariants of money and delivery, from the last closed month of the ledger on. */
@Injectable()
export class IntegrityCheckService {
  constructor(
    private readonly integrity: IntegrityService,
    private readonly alerts: AlertsService,
  ) {}

  async check(): Promise<void> {
    const broken = (await this.integrity.checkSinceLastPeriod()).filter(
      ({ violations }) => violations > 0,
    );
    const details = broken.map(
      ({ description, violations }) => `“${description}” (${violations} times)`,
    );
    await this.alerts.sync(
      ['books_broken'],
      broken.length
        ? [
            {
              kind: 'books_broken',
              key: 'books_broken',
              severity: 'critical',
              message: `The ledger check found violations: ${details.join('; ')}.`,
            },
          ]
        : [],
    );
  }
}
