import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import type { Actor } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import { PaymentRepository } from '../payment.repository';
import { cardPaymentNotFound, nothingToAcknowledge } from '../payments.errors';
import { PaymentAcknowledgementRepository } from './payment-acknowledgement.repository';
import type { Acknowledgeable, DifferenceKey } from './payment-acknowledgement.types';

const NAMES: Readonly<Record<Acknowledgeable, string>> = {
  dispute: 'dispute',
  refund_failed: 'failed card refund',
};

/** Ends alerts that time does not end: staff say that they have seen to what the alert is about. */
@Injectable()
export class PaymentAcknowledgementService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly payments: PaymentRepository,
    private readonly repository: PaymentAcknowledgementRepository,
    private readonly audit: AuditService,
  ) {}

  /** What staff have to acknowledge about a payment. */
  findOpen(paymentId: number): Promise<Acknowledgeable[]> {
    return this.repository.findOpen(paymentId);
  }

  /** @throws DomainError not_found, conflict NOTHING_TO_ACKNOWLEDGE. */
  acknowledge(actor: Actor, paymentId: number, kind: Acknowledgeable, note: string): Promise<void> {
    return this.uow.run(async () => {
      const payment = await this.payments.findAndLock(paymentId);
      if (!payment) throw cardPaymentNotFound();
      if (!(await this.repository.insert(kind, paymentId, actor.userId, note)))
        throw nothingToAcknowledge();
      await this.audit.record(actor, {
        action: 'payment.acknowledged',
        target: `payment:${paymentId}`,
        details: `Acknowledged the ${NAMES[kind]} of ${payment.reference}. ${note}`,
      });
    });
  }

  /** @throws DomainError conflict NOTHING_TO_ACKNOWLEDGE. */
  acknowledgeDifference(actor: Actor, key: DifferenceKey, note: string): Promise<void> {
    return this.uow.run(async () => {
      if (!(await this.repository.insertDifference(key, actor.userId, note)))
        throw nothingToAcknowledge();
      const payment = await this.payments.findByReference(key.reference);
      await this.audit.record(actor, {
        action: 'payment.acknowledged',
        target: payment ? `payment:${payment.id}` : 'payments',
        details: `Acknowledged the difference of ${key.reference} (${key.kind.replaceAll('_', ' ')}). ${note}`,
      });
    });
  }
}
