import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import { OrderDecision } from './order-decision.entity';
import type { DecisionOutcome } from './order-decision.types';

@Injectable()
export class OrderDecisionRepository {
  constructor(private readonly uow: UnitOfWork) {}

  findProposed(orderId: number): Promise<OrderDecision | null> {
    return this.uow.manager.findOneBy(OrderDecision, { orderId, status: 'proposed' });
  }

  /** @returns false when the order has another proposal or an approved decision. */
  async propose(
    orderId: number,
    outcome: DecisionOutcome,
    reason: string,
    proposedBy: number,
  ): Promise<boolean> {
    const { raw } = await this.uow
      .requireTransaction()
      .createQueryBuilder()
      .insert()
      .into(OrderDecision)
      .values({ orderId, outcome, reason, proposedBy })
      .orIgnore()
      .returning('id')
      .execute();
    return (raw as unknown[]).length > 0;
  }

  /** Compare-and-set of a proposal. @returns false when it was decided before. */
  async decide(
    id: number,
    status: 'approved' | 'rejected',
    decidedBy: number | null,
    decisionReason: string | null = null,
  ): Promise<boolean> {
    const { affected } = await this.uow
      .requireTransaction()
      .update(
        OrderDecision,
        { id, status: 'proposed' },
        { status, decidedBy, decisionReason, decidedAt: () => 'now()' },
      );
    return affected === 1;
  }
}
