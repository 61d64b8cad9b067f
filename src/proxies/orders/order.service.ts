import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AuditService, type AuditActor } from '../../audit/audit.service';
import type { Endpoint, ReservedAddress } from '../../catalog/catalog.types';
import { EndpointService } from '../../catalog/exits/endpoint.service';
import { StockService } from '../../catalog/stock/stock.service';
import { crashPoint } from '../../common/crash-point';
import { intersectReach, type PlaceReach } from '../../common/gateway/place-reach';
import type { StoredResults } from '../../common/http/api.decorators';
import { formatNaira, Money } from '../../common/money/money';
import type { Actor } from '../../common/security/actor';
import { Clock } from '../../common/time/clock';
import { prepareStatement } from '../../database/prepared-statement';
import { UnitOfWork } from '../../database/unit-of-work';
import { SettingsService } from '../../settings/settings.service';
import { WalletService } from '../../wallet/wallet.service';
import type { NewTransaction, StatementLine } from '../../wallet/wallet.types';
import { proxyMoved, underMaintenance } from '../proxies.errors';
import type { ProxyResponse } from '../proxies.dto';
import { ProxiesService } from '../proxies.service';
import { isSuspendedByShop } from '../proxy.sql';
import { isSamePlace, KIND_OF_TYPE } from '../proxy.types';
import { assertExtendable, lockRenewable } from '../renewal/renewable-proxy';
import {
  agreed,
  OrderQuoteService,
  toDatacenterRequest,
  toPoolRequest,
  type OrderQuote,
  type PreparedExtension,
} from './order-quote.service';
import {
  assertSame,
  ProxyOrder,
  toGift,
  type ExtensionKind,
  type ExtensionRequest,
  type PurchaseRequest,
} from './order.entity';
import {
  toPurchaseData,
  toRenewalData,
  type BuyDatacenterDto,
  type BuyProxiesDto,
  type ExtensionChoice,
  type PurchaseData,
  type RenewalData,
  type RenewProxyDto,
} from './orders.dto';

/** Whose wallet is charged, and within whose limits. */
type Payer = Pick<NewTransaction, 'userId' | 'apiKey' | 'member'> & {
  /** Of charges that are made together. */
  readonly batchId?: string;
};

/** The caller's part in the transaction that charges the wallet; either method may throw to roll it back. */
export interface ChargeGuard {
  /** Called with the proxy locked, before the order is inserted. */
  verify(): Promise<void>;
  record(orderId: number, price: Money): Promise<void>;
}

const REFERENCE_PREFIXES = {
  purchase: 'BUY',
  renewal: 'RENEW',
  traffic: 'RENEW',
  place: 'PLACE',
} as const;

const INSERT = prepareStatement(
  'order.insert',
  `INSERT INTO proxy_order (user_id, idempotency_key, type, kind, proxy_id, quantity, amount_kobo, request,
     transaction_id, reach)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, $10::jsonb) RETURNING id`,
);

/**
 * Every order is a price and one unit of work: it charges the wallet, takes addresses from the stock, inserts or extends the
 * proxy and writes order and audit. All of it is committed, or nothing. The charge comes first: it locks the wallet, in whose
 * order everything that concerns the orders of a customer happens.
 */
@Injectable()
export class OrderService implements StoredResults {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly quotes: OrderQuoteService,
    private readonly wallet: WalletService,
    private readonly stock: StockService,
    private readonly endpoints: EndpointService,
    private readonly proxies: ProxiesService,
    private readonly audit: AuditService,
    private readonly settings: SettingsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Buys a traffic package of a pool.
   * @param key the Idempotency-Key of the caller.
   * @throws DomainError invalid, insufficient_balance, conflict IDEMPOTENCY_KEY_REUSED or PRICE_CHANGED.
   */
  buyPool(actor: Actor, body: BuyProxiesDto, key?: string): Promise<PurchaseData> {
    return this.once(
      actor,
      key,
      (order) => this.getPurchase(order, toPoolRequest(body)),
      async () =>
        this.buy(actor, agreed(await this.quotes.quotePool(body, actor.userId), body), key),
    );
  }

  /**
   * Buys dedicated addresses for a period.
   * @throws DomainError as `buyPool`, and conflict OUT_OF_STOCK.
   */
  async buyDatacenter(actor: Actor, body: BuyDatacenterDto, key?: string): Promise<PurchaseData> {
    const country = await this.quotes.getCountry(body.country_id);
    return this.once(
      actor,
      key,
      (order) => this.getPurchase(order, toDatacenterRequest(body, country.code)),
      async () => {
        const quote = await this.quotes.quoteDatacenter(body, country, actor.userId);
        return this.buy(actor, agreed(quote, body), key, (orderId) =>
          this.stock.reserve(orderId, country, body.duration_minutes, body.quantity),
        );
      },
    );
  }

  /**
   * Renews an own proxy in place, or adds traffic to it.
   * @param key the Idempotency-Key of the caller.
   * @throws DomainError not_found, invalid, insufficient_balance, conflict IDEMPOTENCY_KEY_REUSED, PRICE_CHANGED or why the
   * proxy cannot be extended.
   */
  async extend(
    actor: Actor,
    proxyId: number,
    kind: ExtensionKind,
    body: RenewProxyDto,
    key?: string,
  ): Promise<RenewalData> {
    const prepared = await this.quotes.prepareExtension(actor.userId, proxyId, kind, body);
    return this.once(
      actor,
      key,
      (order) => {
        // The place can be changed.
        assertSame(order.request, prepared.request, ['validityDays', 'country']);
        return this.getExtension(actor, order);
      },
      async () => {
        const quote = agreed(await this.quotes.quoteExtension(prepared), body);
        const payer = { ...actor, batchId: body.batch_id };
        const placed = await this.placeExtension(payer, prepared, quote, actor, key);
        const { proxy } = await this.proxies.getDetail(actor, proxyId);
        return toRenewalData({ id: placed.orderId, kind, status: 'delivered' }, proxy, placed.line);
      },
    );
  }

  /**
   * Extends a proxy without a request of its owner, at the current price.
   * @param memberId the member of the owner's team within whose limits it is charged.
   * @param key idempotency key of the order.
   * @throws DomainError as `extend`; and what the guard throws.
   */
  async extendForOwner(
    { userId, proxyId, memberId }: { userId: number; proxyId: number; memberId: number | null },
    choice: ExtensionChoice,
    key: string,
    guard: ChargeGuard,
    kind: ExtensionKind = 'renewal',
  ): Promise<void> {
    const prepared = await this.quotes.prepareExtension(userId, proxyId, kind, choice);
    const payer = memberId === null ? { userId } : { userId, member: { id: memberId } };
    const quote = await this.quotes.quoteExtension(prepared);
    await this.placeExtension(payer, prepared, quote, 'system', key, guard);
  }

  /** Whether an order stands under the key; a repeated request is answered from it. */
  async hasResult(userId: number, idempotencyKey: string): Promise<boolean> {
    return (await this.findByKey(userId, idempotencyKey)) !== null;
  }

  /**
   * Answers from the order that stands under the key, or places it except during maintenance (automatic orders go on). When
   * that fails, a concurrent request with the key may have won: whatever failed here, its result is the answer.
   * @param answer throws conflict IDEMPOTENCY_KEY_REUSED when the order was for something else.
   */
  async once<T>(
    { userId }: Actor,
    key: string | undefined,
    answer: (order: ProxyOrder) => Promise<T>,
    place: () => Promise<T>,
  ): Promise<T> {
    const find = () => (key === undefined ? null : this.findByKey(userId, key));
    const earlier = await find();
    if (earlier) return answer(earlier);
    try {
      const maintenance = await this.settings.findMaintenance();
      if (maintenance) throw underMaintenance(maintenance, this.clock.now());
      return await place();
    } catch (error) {
      const winner = await find();
      if (winner) return answer(winner);
      throw error;
    }
  }

  /** Charges the wallet of a payer, and keeps it locked until the open unit of work ends. */
  async charge({ batchId, ...payer }: Payer, order: OrderQuote): Promise<StatementLine> {
    const { kind, request, quantity, proxyId, total: amount, description } = order;
    const id = randomUUID();
    const { transaction } = await this.wallet.charge(
      {
        userId: payer.userId,
        reference: `${REFERENCE_PREFIXES[kind]}-${id.replaceAll('-', '').slice(0, 16).toUpperCase()}`,
        type: 'debit',
        purpose: 'purchase',
        amount,
        description,
        paymentMethod: 'wallet',
        apiKey: payer.apiKey,
        member: payer.member,
        metadata: {
          ...{ proxy_type: request.type, quantity },
          ...(proxyId !== null && { proxy_id: proxyId }),
          ...(batchId !== undefined && { batch_id: batchId }),
        },
      },
      { idempotencyKey: `purchase:${id}`, kind: 'purchase', against: 'revenue' },
    );
    return transaction;
  }

  /** Inserts an order that is charged, or one for nothing. @returns its id. */
  async insert(
    userId: number,
    order: OrderQuote,
    line: StatementLine | null,
    key: string = randomUUID(),
  ): Promise<number> {
    const { kind, proxyId, quantity, total, request, reach } = order;
    const { rows } = await this.uow.executeInTransaction<{ id: number }>(INSERT, [
      ...[userId, key, request.type, kind, proxyId, quantity, total.kobo.toString()],
      ...[JSON.stringify(request), line && line.id, reach && JSON.stringify(reach)],
    ]);
    return rows[0]!.id;
  }

  recordOrdered(actor: AuditActor, id: number, { description, total }: OrderQuote): Promise<void> {
    return this.audit.record(actor, {
      action: 'proxy.ordered',
      target: `order:${id}`,
      details: `${description} for ${formatNaira(total)}`,
    });
  }

  /** Where all traffic of a proxy may leave after an order of it. */
  async storeReach(proxyId: number, reach: PlaceReach | null): Promise<void> {
    await this.uow
      .requireTransaction()
      .query(
        `UPDATE proxy SET reach = $2::jsonb WHERE id = $1 AND reach IS DISTINCT FROM $2::jsonb`,
        [proxyId, reach && JSON.stringify(reach)],
      );
  }

  /** The answer to a repeated order of an existing proxy. */
  async getExtension(actor: Actor, order: ProxyOrder): Promise<RenewalData> {
    const { id, kind, proxyId, status } = order;
    if (kind === 'purchase' || proxyId === null) throw new Error(`Order ${id} is a purchase`);
    const { proxy } = await this.proxies.getDetail(actor, proxyId);
    return toRenewalData({ id, kind, status }, proxy, await this.getTransaction(order));
  }

  /** @param reserve takes the addresses of the order; without it, it is one proxy of a pool. */
  private buy(
    actor: Actor,
    quote: OrderQuote<PurchaseRequest>,
    key: string | undefined,
    reserve?: (orderId: number) => Promise<ReservedAddress[]>,
  ): Promise<PurchaseData> {
    return this.uow.run(async () => {
      const line = await this.charge(actor, quote);
      crashPoint('purchase.after-charge');
      const { id, proxies } = await this.deliver(actor, quote, line, key, reserve);
      const { quantity } = quote;
      return toPurchaseData(
        { id, status: 'delivered', quantity, refunded: Money.zero },
        proxies,
        line,
      );
    });
  }

  /** The proxies of an order that is charged or for nothing, in the open unit of work with the wallet locked. */
  async deliver(
    actor: Actor,
    quote: OrderQuote<PurchaseRequest>,
    line: StatementLine | null,
    key: string | undefined,
    reserve?: (orderId: number) => Promise<ReservedAddress[]>,
  ): Promise<{ readonly id: number; readonly proxies: ProxyResponse[] }> {
    const { userId } = actor;
    const orderId = await this.insert(userId, quote, line, key);
    const exits = reserve ? await reserve(orderId) : [null];
    const endpoints = await this.findEndpoints(quote.request, exits);
    const proxies = await this.proxies.insert({ ...quote, userId, orderId }, exits, endpoints);
    await this.recordOrdered(actor, orderId, quote);
    crashPoint('purchase.before-commit');
    return { id: orderId, proxies: proxies.map((proxy) => this.proxies.toResponse(proxy)) };
  }

  /** The proxies that an order bought, as they are now. */
  async findProxies(orderId: number): Promise<ProxyResponse[]> {
    const proxies = await this.proxies.find('p.order_id = $1 ORDER BY p.id', [orderId]);
    return proxies.map((proxy) => this.proxies.toResponse(proxy));
  }

  private async findEndpoints(
    { type, country }: PurchaseRequest,
    exits: readonly (ReservedAddress | null)[],
  ): Promise<Endpoint[]> {
    const current = this.endpoints.preferred;
    const kind = KIND_OF_TYPE[type];
    const endpoints = await this.endpoints.findAll(
      exits.map((exit) => ({ address: exit?.address ?? null, kind, country, current })),
    );
    return exits.map((_, index) => endpoints[index] ?? current);
  }

  private placeExtension(
    payer: Payer,
    { proxy: priced }: PreparedExtension,
    quote: OrderQuote<ExtensionRequest>,
    auditAs: AuditActor,
    key: string | undefined,
    guard?: ChargeGuard,
  ): Promise<{ orderId: number; line: StatementLine }> {
    return this.uow.run(async () => {
      const { userId } = payer;
      const line = await this.charge(payer, quote);
      crashPoint('renewal.after-charge');
      const proxy = await lockRenewable(this.uow, userId, priced.id);
      assertExtendable(proxy, quote.request);
      if (!isSamePlace(proxy, priced)) throw proxyMoved();
      await guard?.verify();
      const orderId = await this.insert(userId, quote, line, key);
      await this.storeReach(proxy.id, intersectReach(proxy.reach, quote.reach));
      await this.give(orderId, quote.request);
      await guard?.record(orderId, quote.total);
      await this.recordOrdered(auditAs, orderId, quote);
      crashPoint('renewal.before-commit');
      return { orderId, line };
    });
  }

  /**
   * Gives a locked proxy what an order of it is for. An expired one is extended from now, and is in service again unless
   * staff, its owner or its account suspended it.
   */
  private async give(orderId: number, request: ExtensionRequest): Promise<void> {
    const { bytes, minutes } = toGift(request);
    const [, extended] = await this.uow.requireTransaction().query<[unknown, number]>(
      `WITH given AS (
         INSERT INTO proxy_extension (order_id, proxy_id, added_bytes, added_ms)
         SELECT $1, id, $3, $4::bigint * 60000 + CASE WHEN $4::bigint = 0 THEN 0 ELSE
             ceil(extract(epoch FROM greatest(now() - expires_at, interval '0')) * 1000) END
         FROM proxy WHERE id = $2 RETURNING added_bytes, added_ms)
       UPDATE proxy p SET limit_bytes = p.limit_bytes + given.added_bytes, updated_at = now(),
         expires_at = p.expires_at + given.added_ms * interval '1 millisecond',
         expiry_warned = CASE WHEN given.added_ms > 0 THEN 0 ELSE p.expiry_warned END,
         status = CASE WHEN p.status <> 'expired' OR given.added_ms = 0 THEN p.status
           WHEN p.suspended_by_owner OR ${isSuspendedByShop('p')} THEN 'suspended' ELSE 'active' END
       FROM given WHERE p.id = $2`,
      [orderId, request.proxyId, bytes.toString(), minutes],
    );
    if (extended !== 1) throw new Error(`No proxy ${request.proxyId}`);
  }

  private findByKey(userId: number, idempotencyKey: string): Promise<ProxyOrder | null> {
    return this.uow.manager.findOneBy(ProxyOrder, { userId, idempotencyKey });
  }

  private async getPurchase(order: ProxyOrder, request: PurchaseRequest): Promise<PurchaseData> {
    // The validity comes from the price list, and not from the request.
    assertSame(order.request, request, ['validityDays']);
    const proxies = await this.findProxies(order.id);
    return toPurchaseData(order, proxies, await this.getTransaction(order));
  }

  private async getTransaction({ id, transactionId }: ProxyOrder): Promise<StatementLine> {
    const transaction = transactionId && (await this.wallet.findTransaction(transactionId));
    if (!transaction) throw new Error(`Order ${id} has no transaction`);
    return transaction;
  }
}
