import { Injectable } from '@nestjs/common';
import { Money } from '../../common/money/money';
import { UnitOfWork } from '../../database/unit-of-work';
import { ChargesService } from './charges.service';
import { FaultInjection } from './fault-injection';
import { SandboxRefund } from './korapay.entity';
import { invalid, refusal, type SimulatedResponse, success } from './korapay-responses';
import { WebhookSender } from './webhook-sender';

const SMALLEST = Money.naira(100);

/** The refunds of the simulated Korapay: processed immediately, at most the paid amount. */
@Injectable()
export class RefundsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly charges: ChargesService,
    private readonly faults: FaultInjection,
    private readonly webhooks: WebhookSender,
  ) {}

  async initiate(body: unknown): Promise<SimulatedResponse> {
    const given = (body ?? {}) as Record<string, unknown>;
    const reference = String(given.reference ?? '');
    if (!/^[A-Za-z0-9_-]{1,50}$/.test(reference))
      return invalid({ reference: { message: 'reference is required' } });
    return this.faults.answerCommand('refund', reference, () =>
      this.uow.run(() => this.make(given, reference)),
    );
  }

  find(reference: string): Promise<SimulatedResponse> {
    return this.faults.answer('find-refund', reference, async () => {
      const refund = await this.uow.manager.findOneBy(SandboxRefund, { reference });
      if (!refund) return refusal(404, 'Refund not found');
      return success('Refund retrieved successfully', {
        reference,
        payment_reference: refund.chargeReference,
        amount: refund.amount.toDecimalString(),
        status: refund.status,
        reason: refund.reason,
        created_at: refund.createdAt,
      });
    });
  }

  private async make(
    given: Record<string, unknown>,
    reference: string,
  ): Promise<SimulatedResponse> {
    const manager = this.uow.requireTransaction();
    const found = await this.charges.findOne({ reference: String(given.payment_reference ?? '') });
    const charge = found && (await this.charges.lock(found.id));
    if (charge?.status !== 'success' || !charge.paid) return refusal(404, 'Transaction not found');
    if (await manager.existsBy(SandboxRefund, { reference }))
      return refusal(409, 'Refund reference already exists');
    const chargeReference = charge.reference;
    const before = await manager.findBy(SandboxRefund, { chargeReference });
    const left = before.reduce((sum, { amount }) => sum.minus(amount), charge.amount);
    const amount = given.amount === undefined ? left : Money.parseDecimal(given.amount);
    if (left.isZero) return refusal(400, 'Transaction has already been fully reversed');
    if (!amount || amount.isLessThan(SMALLEST))
      return invalid({ amount: { message: 'amount must be greater than or equal to 100' } });
    if (left.isLessThan(amount)) return refusal(400, 'Amount exceeds the refundable amount');
    const reason = String(given.reason ?? '').slice(0, 200);
    await manager.insert(SandboxRefund, { reference, chargeReference, amount, reason });
    await this.webhooks.announceRefund(charge, { reference, amount });
    return success('Refund initiated successfully', {
      ...{ reference, payment_reference: chargeReference, status: 'processing' },
      amount: amount.toDecimalString(),
    });
  }
}
