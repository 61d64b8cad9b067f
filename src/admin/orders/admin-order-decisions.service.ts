import { Injectable } from '@nestjs/common';
import type { Actor } from '../../common/security/actor';
import { OrderDecisionService } from '../../proxies/decisions/order-decision.service';
import type { DecisionOutcome } from '../../proxies/decisions/order-decision.types';
import { orderNotFound } from '../../proxies/proxies.errors';
import { ApprovalService } from '../wallet-corrections/approval.service';
import { AdminOrdersQueries, type OrderDelivery } from './admin-orders.queries';

/** Delivery of orders for staff, and their decisions about orders without an answer of the provider. */
@Injectable()
export class AdminOrderDecisionsService {
  constructor(
    private readonly queries: AdminOrdersQueries,
    private readonly decisions: OrderDecisionService,
    private readonly approvals: ApprovalService,
  ) {}

  /** @throws DomainError not_found. */
  async getDelivery(id: number): Promise<OrderDelivery> {
    const delivery = await this.queries.findDelivery(id);
    if (!delivery) throw orderNotFound();
    return delivery;
  }

  async propose(
    actor: Actor,
    id: number,
    outcome: DecisionOutcome,
    reason: string,
  ): Promise<OrderDelivery> {
    await this.decisions.propose(actor, id, outcome, reason);
    return this.getDelivery(id);
  }

  /** @throws DomainError as OrderDecisionService.approve, forbidden APPROVER_TOO_NEW. */
  async approve(actor: Actor, id: number): Promise<OrderDelivery> {
    await this.approvals.assertCanApprove(actor);
    await this.decisions.approve(actor, id);
    return this.getDelivery(id);
  }

  async reject(actor: Actor, id: number, reason: string): Promise<OrderDelivery> {
    await this.decisions.reject(actor, id, reason);
    return this.getDelivery(id);
  }
}
