import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { AuditService, type AuditActor } from '../../audit/audit.service';
import type { ReservedAddress } from '../../catalog/catalog.types';
import { EndpointService } from '../../catalog/exits/endpoint.service';
import { StockService } from '../../catalog/stock/stock.service';
import { crashPoint } from '../../common/crash-point';
import { idempotencyKeyReused } from '../../common/errors/domain-error';
import { intersectReach } from '../../common/gateway/place-reach';
import type { StoredResults } from '../../common/http/api.decorators';
import { formatNaira, Money } from '../../common/money/money';
import type { Actor } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import { WalletService } from '../../wallet/wallet.service';
import type { NewTransaction, StatementLine } from '../../wallet/wallet.types';
import { generateApiId, generateSessionId } from '../credentials';
import { PlaceRepository } from '../places/place.repository';
import { priceChanged, proxyNotFound, proxyMoved } from '../proxies.errors';
import { ProxiesService } from '../proxies.service';
import { ProxyCredentialsService } from '../proxy-credentials.service';
import { ProxyRepository, type OwnedProxy } from '../proxy.repository';
import {
  isSamePlace,
  KIND_OF_TYPE,
  type DatacenterPurchaseRequest,
  type OrderRequest,
  type PoolOrderRequest,
  type PoolPurchaseRequest,
  type OrderStatus,
} from '../proxy.types';
import {
  assertExtendable,
  RenewalQuoteService,
  type ExtensionQuote,
  type PreparedExtension,
} from '../renewal/renewal-quote.service';
import { RenewalRepository } from '../renewal/renewal.repository';
import type {
  ChargeGuard,
  ExtensionKind,
  ExtensionReceipt,
  ExtensionRequest,
  ExtensionChoice,
} from '../renewal/renewal.types';
import { OrderQuoteService, type OrderQuote } from './order-quote.service';
import { OrderRepository, type Order } from './order.repository';

/** Result of a purchase for the buyer. */
export interface PurchaseReceipt {
  readonly orderId: number;
  readonly status: OrderStatus;
  readonly quantity: number;
  readonly proxies: OwnedProxy[];
  readonly refunded: Money;
  /** The debit on the wallet statement. */
  readonly transaction: StatementLine;
}

/** Whose wallet is charged, and within whose limits. */
type Payer = Pick<NewTransaction, 'userId' | 'apiKey' | 'member'>;

/** What is charged, before any of it is given. */
interface Sale {
  /** Beginning of the reference on the wallet statement. */
  readonly prefix: 'BUY' | 'RENEW' | 'PLACE';
  readonly amount: Money;
  readonly description: string;
  readonly metadata: Readonly<Record<string, string | number>>;
}

/** On which terms a proxy is extended. */
interface ExtensionTerms {
  readonly auditAs: AuditActor;
  readonly key: string;
  readonly expectedTotal?: Money;
  readonly guard?: ChargeGuard;
}

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
    private readonly extensionQuotes: RenewalQuoteService,
    private readonly wallet: WalletService,
    private readonly stock: StockService,
    private readonly endpoints: EndpointService,
    private readonly orders: OrderRepository,
    private readonly proxies: ProxyRepository,
    private readonly extensions: RenewalRepository,
    private readonly places: PlaceRepository,
    private readonly credentials: ProxyCredentialsService,
    private readonly owned: ProxiesService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Buys a traffic package of a pool.
   * @param key the Idempotency-Key of the caller.
   * @param expectedTotal the price that the buyer agreed to; undefined accepts any.
   * @throws DomainError invalid, insufficient_balance, conflict IDEMPOTENCY_KEY_REUSED or PRICE_CHANGED.
   */
  buyPool(
    actor: Actor,
    purchase: PoolPurchaseRequest,
    key?: string,
    expectedTotal?: Money,
  ): Promise<PurchaseReceipt> {
    const request: PoolOrderRequest = { ...purchase, validityDays: 0 };
    return once(
      () => this.findPurchase(actor.userId, key, request),
      async () => {
        const quote = await this.quotes.quotePool(purchase, actor.userId);
        return this.buy(actor, agreed(quote, expectedTotal), key);
      },
    );
  }

  /**
   * Buys dedicated addresses for a period.
   * @throws DomainError as `buyPool`, and conflict OUT_OF_STOCK.
   */
  async buyDatacenter(
    actor: Actor,
    purchase: DatacenterPurchaseRequest,
    key?: string,
    expectedTotal?: Money,
  ): Promise<PurchaseReceipt> {
    const { request, quote } = await this.quotes.prepareDatacenter(purchase, actor.userId);
    return once(
      () => this.findPurchase(actor.userId, key, request),
      async () => this.buy(actor, agreed(await quote(), expectedTotal), key),
    );
  }

  /** @throws DomainError not_found, invalid, conflict when the proxy cannot be extended. */
  async quoteExtension(
    actor: Actor,
    proxyId: number,
    kind: ExtensionKind,
    choice: ExtensionChoice,
  ): Promise<ExtensionQuote> {
    return this.extensionQuotes.quote(
      await this.extensionQuotes.prepare(actor, proxyId, kind, choice),
    );
  }

  /**
   * Renews an own proxy in place, or adds traffic to it.
   * @param key the Idempotency-Key of the caller.
   * @param expectedTotal the price that the buyer agreed to; undefined accepts any.
   * @throws DomainError not_found, invalid, insufficient_balance, conflict IDEMPOTENCY_KEY_REUSED, PRICE_CHANGED or why the
   * proxy cannot be extended.
   */
  async extend(
    actor: Actor,
    proxyId: number,
    kind: ExtensionKind,
    choice: ExtensionChoice,
    key?: string,
    expectedTotal?: Money,
  ): Promise<ExtensionReceipt> {
    const prepared = await this.extensionQuotes.prepare(actor, proxyId, kind, choice);
    return once(
      () => this.findExtension(actor, key, prepared.request),
      async () => {
        const terms = { auditAs: actor, key: key ?? randomUUID(), expectedTotal };
        const { orderId, transaction } = await this.placeExtension(actor, prepared, terms);
        const proxy = await this.owned.get(actor, proxyId);
        return { orderId, kind, status: 'delivered', proxy, refunded: Money.zero, transaction };
      },
    );
  }

  /**
   * Renews a proxy without a request of its owner, at the current price.
   * @param memberId the member of the owner's team within whose limits it is charged.
   * @param key idempotency key of the order.
   * @throws DomainError as `extend`; and what the guard throws.
   */
  async renewForOwner(
    { userId, proxyId, memberId }: { userId: number; proxyId: number; memberId: number | null },
    choice: ExtensionChoice,
    key: string,
    guard: ChargeGuard,
  ): Promise<void> {
    const prepared = await this.extensionQuotes.prepare({ userId }, proxyId, 'renewal', choice);
    const payer = memberId === null ? { userId } : { userId, member: { id: memberId } };
    await this.placeExtension(payer, prepared, { auditAs: 'system', key, guard });
  }

  /** Charges the wallet of a payer, and keeps it locked until the open unit of work ends. */
  async charge(
    payer: Payer,
    { prefix, amount, description, metadata }: Sale,
  ): Promise<StatementLine> {
    const id = randomUUID();
    const { transaction } = await this.wallet.charge(
      {
        userId: payer.userId,
        reference: `${prefix}-${id.replaceAll('-', '').slice(0, 16).toUpperCase()}`,
        type: 'debit',
        purpose: 'purchase',
        amount,
        description,
        paymentMethod: 'wallet',
        apiKey: payer.apiKey,
        member: payer.member,
        metadata,
      },
      { idempotencyKey: `purchase:${id}`, kind: 'purchase', against: 'revenue' },
    );
    return transaction;
  }

  /** Whether an order stands under the key; a repeated request is answered from it. */
  async hasResult(userId: number, key: string): Promise<boolean> {
    return (await this.orders.findByKey(userId, key)) !== null;
  }

  async getExtensionReceipt(actor: Actor, order: Order): Promise<ExtensionReceipt> {
    const { id: orderId, kind, proxyId, status, refunded } = order;
    if (kind === 'purchase' || proxyId === null) throw new Error(`Order ${orderId} is a purchase`);
    const proxy = await this.owned.get(actor, proxyId);
    const transaction = await this.getTransaction(order);
    return { orderId, kind, status, proxy, refunded, transaction };
  }

  private async buy(
    actor: Actor,
    quote: OrderQuote,
    key: string = randomUUID(),
  ): Promise<PurchaseReceipt> {
    const { request, quantity, reach, unitPrice: price, total: amount, description } = quote;
    return this.uow.run(async () => {
      const { userId } = actor;
      const metadata = { proxy_type: request.type, quantity };
      const transaction = await this.charge(actor, {
        ...{ prefix: 'BUY', amount, description, metadata },
      });
      crashPoint('purchase.after-charge');
      const orderId = await this.orders.insert({
        ...{ userId, idempotencyKey: key, kind: 'purchase', proxyId: null, quantity, amount },
        ...{ request, reach, transactionId: transaction.id },
      });
      const exits = await this.reserve(orderId, quote);
      const proxies = await this.prepareProxies(request, exits);
      const rows = await this.proxies.insert({ userId, orderId, request, reach, price, proxies });
      await this.audit.record(actor, {
        action: 'proxy.ordered',
        target: `order:${orderId}`,
        details: `${description} for ${formatNaira(amount)}`,
      });
      crashPoint('purchase.before-commit');
      const order = { id: orderId, status: 'delivered', quantity, refunded: Money.zero } as const;
      return toPurchaseReceipt(order, rows, transaction);
    });
  }

  /** @returns an address per proxy, or null for a proxy of a pool. @throws DomainError conflict OUT_OF_STOCK. */
  private async reserve(
    orderId: number,
    { request, stockCountry, quantity }: OrderQuote,
  ): Promise<(ReservedAddress | null)[]> {
    if (request.type !== 'individual_ipv4') return [null];
    return this.stock.reserve(orderId, stockCountry!, request.durationMinutes, quantity);
  }

  private async prepareProxies(
    { type, country }: OrderRequest,
    exits: readonly (ReservedAddress | null)[],
  ) {
    const current = this.endpoints.preferred;
    const kind = KIND_OF_TYPE[type];
    const endpoints = await this.endpoints.findAll(
      exits.map((exit) => ({ address: exit?.address ?? null, kind, country, current })),
    );
    return exits.map((exit, index) => {
      const uuid = randomUUID();
      return {
        ...{ uuid, exit, apiId: generateApiId(), sessionId: generateSessionId() },
        ...this.credentials.issue(uuid),
        endpoint: endpoints[index] ?? current,
      };
    });
  }

  private async placeExtension(
    payer: Payer,
    prepared: PreparedExtension,
    { auditAs, key: idempotencyKey, expectedTotal, guard }: ExtensionTerms,
  ): Promise<{ orderId: number; transaction: StatementLine }> {
    const quote = agreed(await this.extensionQuotes.quote(prepared), expectedTotal);
    const { request, total: amount, description, reach } = quote;
    const { kind, type, proxyId } = request;
    return this.uow.run(async () => {
      const { userId } = payer;
      const metadata = { proxy_type: type, quantity: 1, proxy_id: proxyId };
      const transaction = await this.charge(payer, {
        ...{ prefix: 'RENEW', amount, description, metadata },
      });
      crashPoint('renewal.after-charge');
      const proxy = await this.extensions.lockOwned(userId, proxyId);
      if (!proxy) throw proxyNotFound();
      assertExtendable(proxy, request);
      if (!isSamePlace(proxy, prepared.proxy)) throw proxyMoved();
      await guard?.verify();
      const orderId = await this.orders.insert({
        ...{ userId, idempotencyKey, kind, proxyId, quantity: 1, amount },
        ...{ request, reach, transactionId: transaction.id },
      });
      await this.places.storeReach(proxyId, intersectReach(proxy.reach, reach));
      await this.extensions.extend(orderId, request);
      await guard?.record(orderId, amount);
      await this.audit.record(auditAs, {
        action: 'proxy.ordered',
        target: `order:${orderId}`,
        details: `${description} for ${formatNaira(amount)}`,
      });
      crashPoint('renewal.before-commit');
      return { orderId, transaction };
    });
  }

  /** @throws DomainError conflict IDEMPOTENCY_KEY_REUSED when the order with the key was for something else. */
  private async findPurchase(
    userId: number,
    key: string | undefined,
    request: OrderRequest,
  ): Promise<PurchaseReceipt | null> {
    const order = key === undefined ? null : await this.orders.findByKey(userId, key);
    if (!order) return null;
    // The validity comes from the price list, and not from the request.
    if (!isSame(order.request, request, ['validityDays'])) throw idempotencyKeyReused();
    const rows = await this.proxies.findByOrder(order.id);
    return toPurchaseReceipt(order, rows, await this.getTransaction(order));
  }

  /** As `findPurchase`. */
  private async findExtension(
    actor: Actor,
    key: string | undefined,
    request: ExtensionRequest,
  ): Promise<ExtensionReceipt | null> {
    const order = key === undefined ? null : await this.orders.findByKey(actor.userId, key);
    if (!order) return null;
    // The place can be changed.
    if (!isSame(order.request, request, ['validityDays', 'country'])) throw idempotencyKeyReused();
    return this.getExtensionReceipt(actor, order);
  }

  private async getTransaction({ id, transactionId }: Order): Promise<StatementLine> {
    const transaction = await this.wallet.findTransaction(transactionId);
    if (!transaction) throw new Error(`Order ${id} has no transaction`);
    return transaction;
  }
}

/**
 * The result of an earlier request with the same key, or of this one. When this one fails, a concurrent one may have won:
 * whatever failed here (key, balance, stock or price), its result is the answer.
 */
export async function once<T>(find: () => Promise<T | null>, place: () => Promise<T>): Promise<T> {
  const earlier = await find();
  if (earlier) return earlier;
  try {
    return await place();
  } catch (error) {
    const winner = await find();
    if (winner) return winner;
    throw error;
  }
}

/** @throws DomainError conflict PRICE_CHANGED when the price is not what the buyer agreed to. */
function agreed<T extends { readonly total: Money }>(quote: T, expected: Money | undefined): T {
  if (expected && !expected.equals(quote.total)) throw priceChanged(expected, quote.total);
  return quote;
}

/** Whether two requests are the same but for some fields. */
function isSame(placed: object, requested: object, except: readonly string[]): boolean {
  const ignored = Object.fromEntries(except.map((field) => [field, null]));
  return isDeepStrictEqual({ ...placed, ...ignored }, { ...requested, ...ignored });
}

const toPurchaseReceipt = (
  { id, status, quantity, refunded }: Pick<Order, 'id' | 'status' | 'quantity' | 'refunded'>,
  proxies: OwnedProxy[],
  transaction: StatementLine,
): PurchaseReceipt => ({ orderId: id, status, quantity, proxies, refunded, transaction });
