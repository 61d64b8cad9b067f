import { Injectable, Logger } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { DatabaseClock } from '../../database/database-clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { PaymentRepository } from '../payment.repository';
import { SettlementService } from './settlement.service';

/** Backs off from five seconds to ten minutes, so a payment fails for half an hour before it is parked. */
export const MAX_FAILED_CHECKS = 10;

/**
 * The checks of the workers. A payment whose check fails is tried again later, and parked for staff with
 * its error when it keeps failing; the others are checked as before.
 */
@Injectable()
export class PaymentCheckService {
  private readonly logger = new Logger(PaymentCheckService.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: DatabaseClock,
    private readonly payments: PaymentRepository,
    private readonly settlement: SettlementService,
    private readonly audit: AuditService,
  ) {}

  async check(paymentId: number): Promise<void> {
    try {
      await this.settlement.settleById(paymentId);
    } catch (error) {
      this.logger.error({ err: error, paymentId }, 'A payment could not be checked');
      await this.recordFailure(paymentId, error);
    }
  }

  private recordFailure(paymentId: number, error: unknown): Promise<void> {
    const text = (error instanceof Error ? error.message : String(error)).slice(0, 500);
    return this.uow.run(async () => {
      const now = await this.clock.now();
      if (!(await this.payments.recordFailedCheck(paymentId, text, now, MAX_FAILED_CHECKS))) return;
      await this.audit.record('system', {
        action: 'payment.parked',
        target: `payment:${paymentId}`,
        details: `Its check failed ${MAX_FAILED_CHECKS} times and is not repeated until staff try again. ${text}`,
      });
    });
  }
}
