import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { crashPoint } from '../../common/crash-point';
import type { Actor } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import { DeliveryService } from '../orders/delivery.service';
import { OrderRepository, type Order } from '../orders/order.repository';
import type { OrderStatus } from '../orders/order.types';
import { ProviderAttemptRepository } from '../orders/provider-attempt.repository';
import { ProviderClient } from '../ports/provider-client';
import type { LookupResult } from '../ports/proxy-provider.port';
import {
  decisionExists,
  noDecisionProposed,
  orderDecided,
  orderNotFound,
  ownDecision,
  renewalNotDecidable,
} from '../proxies.errors';
import type { OrderDecision } from './order-decision.entity';
import { OrderDecisionRepository } from './order-decision.repository';
import type { DecisionOutcome } from './order-decision.types';

const WORDING: Record<DecisionOutcome, string> = {
  delivered: 'delivered',
  refunded: 'not delivered, to be refunded',
};

const OVERRULED: Record<DecisionOutcome, string> = {
  delivered: 'the provider had delivered it',
  refunded: 'the provider had refused it',
};

/** What the provider knows about a purchase; null when it gives no final answer. */
function toKnownOutcome({ outcome }: LookupResult): DecisionOutcome | null {
  if (outcome === 'delivered' || outcome === 'partly') return 'delivered';
  return outcome === 'rejected' ? 'refunded' : null;
}

/**
 * Decisions of staff about orders that stay `unknown`: one admin proposes, another approves. Before anything
 * is decided the provider is asked once more, and what it knows takes precedence.
 */
@Injectable()
export class OrderDecisionService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly decisions: OrderDecisionRepository,
    private readonly orders: OrderRepository,
    private readonly attempts: ProviderAttemptRepository,
    private readonly provider: ProviderClient,
    private readonly delivery: DeliveryService,
    private readonly audit: AuditService,
  ) {}

  /** @throws DomainError not_found, conflict ORDER_DECIDED, RENEWAL_NOT_DECIDABLE or DECISION_EXISTS. */
  async propose(
    actor: Actor,
    orderId: number,
    outcome: DecisionOutcome,
    reason: string,
  ): Promise<void> {
    await this.uow.run(async () => {
      await this.attempts.lockOpen(orderId);
      await this.getUndecided(orderId);
      if (!(await this.decisions.propose(orderId, outcome, reason, actor.userId)))
        throw decisionExists();
      await this.record(
        actor,
        'proxy.decision_proposed',
        orderId,
        `${WORDING[outcome]}. ${reason}`,
      );
    });
  }

  /** Withdraws an own proposal or rejects another's. @throws DomainError conflict NO_DECISION_PROPOSED. */
  async reject(actor: Actor, orderId: number, reason: string): Promise<void> {
    const decision = await this.getProposed(orderId);
    await this.uow.run(async () => {
      if (!(await this.decisions.decide(decision.id, 'rejected', actor.userId, reason)))
        throw noDecisionProposed();
      await this.record(actor, 'proxy.decision_rejected', orderId, reason);
    });
  }

  /**
   * Carries out a proposal of another admin.
   * @returns the status of the order: `delivered` when the provider turns out to have delivered.
   * @throws DomainError conflict NO_DECISION_PROPOSED or ORDER_DECIDED, forbidden OWN_PROPOSAL.
   */
  async approve(actor: Actor, orderId: number): Promise<OrderStatus> {
    const decision = await this.getProposed(orderId);
    if (decision.proposedBy === actor.userId) throw ownDecision();
    const order = await this.getUndecided(orderId);
    const attempt = await this.attempts.findOpen(orderId);
    if (!attempt) throw orderDecided();
    const request = { key: attempt.key, quantity: order.quantity };
    const result = await (decision.outcome === 'refunded'
      ? this.provider.cancel(request)
      : this.provider.lookup(request));
    return this.uow.run(async () => {
      // A concurrent delivery holds this row, too.
      if (!(await this.attempts.lockOpen(orderId))) throw orderDecided();
      await this.carryOut(actor, decision, order, attempt.id, result);
      crashPoint('decision.before-commit');
      return (await this.orders.get(orderId)).status;
    });
  }

  private async carryOut(
    actor: Actor,
    decision: OrderDecision,
    order: Order,
    attemptId: number,
    result: LookupResult,
  ): Promise<void> {
    const known = toKnownOutcome(result);
    const isOverruled = known !== null && known !== decision.outcome;
    const decided = isOverruled
      ? await this.decisions.decide(decision.id, 'rejected', null, OVERRULED[known])
      : await this.decisions.decide(decision.id, 'approved', actor.userId);
    if (!decided) throw noDecisionProposed();
    await this.record(
      actor,
      isOverruled ? 'proxy.decision_rejected' : 'proxy.decision_approved',
      order.id,
      isOverruled ? OVERRULED[known] : WORDING[decision.outcome],
    );
    if (known !== null && result.outcome !== 'missing')
      await this.delivery.apply(attemptId, order, result);
    else if (decision.outcome === 'delivered')
      await this.delivery.acceptAsDelivered(attemptId, order, decision.reason);
    else {
      await this.delivery.apply(attemptId, order, { outcome: 'rejected', reason: decision.reason });
      // A provider that did not confirm the cancellation is asked until it does.
      if (result.outcome === 'unknown') await this.attempts.requestCancellation(attemptId);
    }
  }

  private async getProposed(orderId: number): Promise<OrderDecision> {
    const decision = await this.decisions.findProposed(orderId);
    if (!decision) throw noDecisionProposed();
    return decision;
  }

  private async getUndecided(orderId: number): Promise<Order> {
    const order = await this.orders.find(orderId);
    if (!order) throw orderNotFound();
    if (order.status !== 'unknown') throw orderDecided();
    if (order.proxyId !== null) throw renewalNotDecidable();
    return order;
  }

  private record(
    actor: Actor,
    action: 'proxy.decision_proposed' | 'proxy.decision_approved' | 'proxy.decision_rejected',
    orderId: number,
    what: string,
  ): Promise<void> {
    return this.audit.record(actor, {
      action,
      target: `order:${orderId}`,
      details: `Decision about order ${orderId}: ${what}`,
    });
  }
}
