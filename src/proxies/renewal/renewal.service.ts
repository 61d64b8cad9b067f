import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Injectable, Logger } from '@nestjs/common';
import { AuditService, type AuditActor } from '../../audit/audit.service';
import { crashPoint } from '../../common/crash-point';
import { idempotencyKeyReused } from '../../common/errors/idempotency.errors';
import { intersectReach } from '../../common/gateway/place-reach';
import { formatNaira, type Money } from '../../common/money/money';
import type { Actor } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import { WalletService } from '../../wallet/wallet.service';
import type { NewTransaction } from '../../wallet/wallet.types';
import { OrderRepository, type Order, type PlacedOrder } from '../orders/order.repository';
import { PurchaseReceiptService } from '../orders/purchase-receipt.service';
import { PROVIDER_TIMEOUT_MS, ProviderClient } from '../ports/provider-client';
import type { ExtendRequest } from '../ports/proxy-provider.port';
import { priceChanged, proxyNotFound } from '../proxies.errors';
import { ProxiesService } from '../proxies.service';
import { GIGABYTE, isSamePlace } from '../proxy.types';
import { PlaceRepository } from '../places/place.repository';
import { ExtensionDeliveryService } from './extension-delivery.service';
import {
  assertExtendable,
  RenewalQuoteService,
  type ExtensionQuote,
  type PreparedExtension,
} from './renewal-quote.service';
import { extensionFailed, proxyMoved } from './renewal.errors';
import { RenewalRepository } from './renewal.repository';
import type {
  ChargeGuard,
  ExtensionKind,
  ExtensionReceipt,
  ExtensionRequest,
  ExtensionWish,
} from './renewal.types';

const MINUTES_PER_DAY = 24 * 60;

/** An extension whose wallet charge is committed and which the provider has not been asked for. */
interface ChargedExtension {
  readonly order: PlacedOrder;
  readonly attemptId: number;
  readonly call: ExtendRequest;
}

/** On which terms the wallet is charged. */
interface ChargeTerms {
  readonly auditAs: AuditActor;
  readonly key: string;
  readonly expectedTotal?: Money;
  readonly guard?: ChargeGuard;
}

/**
 * Renewal of a proxy in place, and traffic added to it, in the three steps of a purchase: charge the wallet and
 * insert the order in one transaction, call the provider outside of any, apply its result.
 */
@Injectable()
export class RenewalService {
  private readonly logger = new Logger(RenewalService.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly quotes: RenewalQuoteService,
    private readonly repository: RenewalRepository,
    private readonly orders: OrderRepository,
    private readonly wallet: WalletService,
    private readonly provider: ProviderClient,
    private readonly delivery: ExtensionDeliveryService,
    private readonly receipts: PurchaseReceiptService,
    private readonly proxies: ProxiesService,
    private readonly places: PlaceRepository,
    private readonly audit: AuditService,
  ) {}

  /** @throws DomainError not_found, invalid, conflict when the proxy cannot be extended. */
  async quote(
    actor: Actor,
    proxyId: number,
    kind: ExtensionKind,
    wish: ExtensionWish,
  ): Promise<ExtensionQuote> {
    return this.quotes.quote(await this.quotes.prepare(actor, proxyId, kind, wish));
  }

  /**
   * Extends an own proxy, paid from the wallet.
   * @param key the Idempotency-Key of the caller.
   * @param expectedTotal the price that the buyer agreed to; undefined accepts any.
   * @throws DomainError not_found, invalid, insufficient_balance, conflict IDEMPOTENCY_KEY_REUSED,
   * PRICE_CHANGED or why the proxy cannot be extended, or upstream_failed DELIVERY_FAILED after a full refund.
   */
  async extend(
    actor: Actor,
    proxyId: number,
    kind: ExtensionKind,
    wish: ExtensionWish,
    key?: string,
    expectedTotal?: Money,
  ): Promise<ExtensionReceipt> {
    const prepared = await this.quotes.prepare(actor, proxyId, kind, wish);
    const replay = async () =>
      key === undefined ? null : this.findReceiptByKey(actor, key, prepared.request);
    const earlier = await replay();
    if (earlier) return earlier;
    let charged: ChargedExtension;
    try {
      charged = await this.charge(actor, prepared, {
        auditAs: actor,
        key: key ?? randomUUID(),
        expectedTotal,
      });
    } catch (error) {
      // A concurrent request with the same key may have won. Whatever failed here, its receipt is the answer.
      const winner = await replay();
      if (winner) return winner;
      throw error;
    }
    await this.deliver(charged, proxyId);
    return this.toReceipt(actor, await this.orders.get(charged.order.id));
  }

  /**
   * Renews a proxy without a request of its owner, at the current price.
   * @param memberId the member of the owner's team within whose limits it is charged.
   * @param key idempotency key of the order.
   * @throws DomainError as `extend`, except DELIVERY_FAILED: the order has the result; and what the guard throws.
   */
  async renewForOwner(
    { userId, proxyId, memberId }: { userId: number; proxyId: number; memberId: number | null },
    wish: ExtensionWish,
    key: string,
    guard: ChargeGuard,
  ): Promise<void> {
    const prepared = await this.quotes.prepare({ userId }, proxyId, 'renewal', wish);
    const payer = memberId === null ? { userId } : { userId, member: { id: memberId } };
    await this.deliver(
      await this.charge(payer, prepared, { auditAs: 'system', key, guard }),
      proxyId,
    );
  }

  private async charge(
    actor: Pick<NewTransaction, 'userId' | 'apiKey' | 'member'>,
    prepared: PreparedExtension,
    { auditAs, key: idempotencyKey, expectedTotal, guard }: ChargeTerms,
  ): Promise<ChargedExtension> {
    const quote = await this.quotes.quote(prepared);
    const { request, total: amount } = quote;
    if (expectedTotal && !expectedTotal.equals(amount)) throw priceChanged(expectedTotal, amount);
    const attemptKey = randomUUID();
    return this.uow.run(async () => {
      await this.repository.lockPurchase(request.proxyId);
      // A request with the same key was first: its refund would wait for the wallet that is locked next.
      if (await this.orders.findByKey(actor.userId, idempotencyKey)) throw idempotencyKeyReused();
      const { transaction } = await this.wallet.charge(
        {
          userId: actor.userId,
          reference: `RENEW-${attemptKey.replaceAll('-', '').slice(0, 16).toUpperCase()}`,
          type: 'debit',
          purpose: 'purchase',
          amount,
          description: quote.description,
          paymentMethod: 'wallet',
          apiKey: actor.apiKey,
          member: actor.member,
          metadata: { proxy_type: request.type, quantity: 1, proxy_id: request.proxyId },
        },
        { idempotencyKey: `purchase:${attemptKey}`, kind: 'purchase', against: 'revenue' },
      );
      crashPoint('renewal.after-charge');
      const proxy = await this.repository.lockOwned(actor.userId, request.proxyId);
      if (!proxy) throw proxyNotFound();
      assertExtendable(proxy, request);
      if (!isSamePlace(proxy, prepared.proxy)) throw proxyMoved();
      await guard?.verify();
      const placed = {
        userId: actor.userId,
        idempotencyKey,
        amount,
        request,
        reach: quote.reach,
        transactionId: transaction.id,
        provider: this.provider.name,
        attemptKey,
        firstCheckMs: PROVIDER_TIMEOUT_MS * 1.5,
      };
      const { orderId, attemptId } = await this.repository.insertOrder(placed);
      // Before the traffic is there, so that none of it leaves where it was not sold for.
      await this.places.storeReach(request.proxyId, intersectReach(proxy.reach, quote.reach));
      await guard?.record(orderId);
      await this.audit.record(auditAs, {
        action: 'proxy.ordered',
        target: `order:${orderId}`,
        details: `${quote.description} for ${formatNaira(amount)}`,
      });
      return {
        order: await this.orders.get(orderId),
        attemptId,
        call: toCall(attemptKey, proxy.apiId, request),
      };
    });
  }

  private async deliver({ order, attemptId, call }: ChargedExtension, proxyId: number) {
    crashPoint('renewal.before-provider');
    const result = await this.provider.extend(call);
    crashPoint('renewal.after-provider');
    try {
      await this.delivery.apply({ id: attemptId, key: call.key }, order, proxyId, result);
      crashPoint('renewal.after-record');
    } catch (error) {
      // The attempt stays open, so the sweep looks it up and applies the same result.
      this.logger.error(
        { err: error, orderId: order.id },
        'The result of an extension could not be stored',
      );
    }
  }

  private async findReceiptByKey(
    actor: Actor,
    key: string,
    request: ExtensionRequest,
  ): Promise<ExtensionReceipt | null> {
    const order = await this.orders.findByKey(actor.userId, key);
    if (!order) return null;
    if (!isSameRequest(order.request, request)) throw idempotencyKeyReused();
    return this.toReceipt(actor, await this.receipts.waitUntilDecided(order));
  }

  /** @throws DomainError upstream_failed DELIVERY_FAILED when nothing was given. */
  async toReceipt(actor: Actor, order: Order): Promise<ExtensionReceipt> {
    const { id: orderId, kind, proxyId, status, refunded } = order;
    if (kind === 'purchase' || proxyId === null) throw new Error(`Order ${orderId} is a purchase`);
    if (status === 'refunded') throw extensionFailed();
    const [proxy, transaction] = await Promise.all([
      this.proxies.get(actor, proxyId),
      this.wallet.findTransaction(order.transactionId),
    ]);
    if (!transaction) throw new Error(`Order ${orderId} has no transaction`);
    return { orderId, kind, status, proxy, refunded, transaction };
  }
}

const toCall = (key: string, apiId: string, request: ExtensionRequest): ExtendRequest => ({
  key,
  apiId,
  addBytes: request.type === 'individual_ipv4' ? 0n : BigInt(request.gigabytes) * GIGABYTE,
  extendMinutes:
    request.type === 'individual_ipv4'
      ? request.durationMinutes
      : request.validityDays * MINUTES_PER_DAY,
});

/** Ignores the validity, which comes from the price list, and the place, which can be changed. */
const isSameRequest = (placed: object, requested: ExtensionRequest): boolean =>
  isDeepStrictEqual(
    { ...placed, validityDays: null, country: null },
    { ...requested, validityDays: null, country: null },
  );
