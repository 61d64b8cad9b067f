import type { ModuleMetadata } from '@nestjs/common';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { CatalogModule } from '../../../src/catalog/catalog.module';
import { Money } from '../../../src/common/money/money';
import type { Actor } from '../../../src/common/security/actor';
import { poll } from '../../../src/embedded/poll';
import { seedCatalog } from '../../support/seed';
import { OrderService } from '../../../src/proxies/orders/order.service';
import type { BuyDatacenterDto, BuyProxiesDto } from '../../../src/proxies/orders/orders.dto';
import { ProxiesService, type OwnedProxy } from '../../../src/proxies/proxies.service';
import { ProxiesModule } from '../../../src/proxies/proxies.module';
import { WalletModule } from '../../../src/wallet/wallet.module';
import { WalletService } from '../../../src/wallet/wallet.service';
import { insertUser, createTestModule, type TestModule } from '../../support/testing-module';
import { useTestApp } from '../../support/use-test-app';

export interface ProxiesTestApp extends TestModule {
  orders: OrderService;
  wallet: WalletService;
  dataSource: DataSource;
  /** Creates a customer with a wallet balance in naira. */
  createCustomer(naira?: number): Promise<Actor>;
  getBalance(actor: Actor): Promise<number>;
  /** A proxy of a customer as the services have it. */
  find(actor: Actor, id: number): Promise<OwnedProxy>;
  getCountryId(code: string): Promise<number>;
  /** Reduces the free addresses of a country to `units`. */
  setStock(code: string, units: number): Promise<void>;
}

export const poolRequest = (over: Partial<BuyProxiesDto> = {}): BuyProxiesDto => ({
  proxy_type: 'residential_ipv4',
  protocol: 'http',
  ttl_minutes: 0,
  traffic_limit_mb: 1,
  country: 'ng',
  region: null,
  city: null,
  isp: null,
  ...over,
});

/** $3.10 at 1600. */
export const ONE_GB_PRICE = 4960;

export const datacenterRequest = (
  countryId: number,
  over: Partial<BuyDatacenterDto> = {},
): BuyDatacenterDto => ({
  country_id: countryId,
  duration_minutes: 43_200,
  protocol: 'http',
  proxy_type: 'individual_ipv4',
  quantity: 1,
  ...over,
});

/** $3.00 at 1600: one Nigerian address for 30 days. */
export const NIGERIAN_ADDRESS_PRICE = 4800;

/** Catalog, wallet and proxies modules on a separate seeded database. */
export async function createProxiesTestApp(
  modules: NonNullable<ModuleMetadata['imports']> = [],
  providers: NonNullable<ModuleMetadata['providers']> = [],
  via?: (databaseUrl: string) => Promise<string>,
): Promise<ProxiesTestApp> {
  const testModule = await createTestModule(
    [CatalogModule, ProxiesModule, WalletModule, ...modules],
    {
      providers,
      via,
    },
  );
  const { module, sql, uow } = testModule;
  await seedCatalog(module);
  const wallet = module.get(WalletService, { strict: false });
  return {
    ...testModule,
    dataSource: module.get(DataSource),
    wallet,
    orders: module.get(OrderService, { strict: false }),
    async createCustomer(naira = 0) {
      const userId = await insertUser(testModule);
      if (naira > 0)
        await uow.run(() =>
          wallet.credit(
            {
              userId,
              reference: `TOPUP-${userId}`,
              type: 'credit',
              purpose: 'topup',
              amount: Money.naira(naira),
              description: 'Wallet top-up',
            },
            { idempotencyKey: `topup:${userId}`, kind: 'topup', against: 'korapay_clearing' },
          ),
        );
      return {
        userId,
        name: 'Ada Obi',
        email: `user-${userId}@example.com`,
        role: 'user',
        sessionId: 'session',
        ip: '127.0.0.1',
        userAgent: 'jest',
      };
    },
    find: (actor, id) => module.get(ProxiesService, { strict: false }).get(actor, id),
    getBalance: async (actor) => (await wallet.getBalance(actor.userId)).toNaira(),
    async getCountryId(code) {
      const [row] = await sql<{ id: number }>(`SELECT id FROM catalog_country WHERE code = $1`, [
        code,
      ]);
      return row!.id;
    },
    async setStock(code, units) {
      await sql(
        `DELETE FROM stock_unit WHERE order_id IS NULL AND id NOT IN (
           SELECT s.id FROM stock_unit s JOIN exit_node e ON e.id = s.exit_node_id
           WHERE s.order_id IS NULL AND e.country = $1 ORDER BY s.id LIMIT $2)
         AND exit_node_id IN (SELECT id FROM exit_node WHERE country = $1)`,
        [code, units],
      );
    },
  };
}

/** Invariants of ledger, orders and stock that hold after every test. */
export async function expectConsistentBooks(app: ProxiesTestApp): Promise<void> {
  const [row] = await app.sql(`
    SELECT
      (SELECT coalesce(sum(amount_kobo), 0)::int FROM ledger_entry) AS total,
      (SELECT count(*)::int FROM ledger_account a WHERE kind = 'wallet' AND balance_kobo <>
        (SELECT coalesce(sum(amount_kobo), 0) FROM ledger_entry WHERE account_id = a.id)) AS wrong_balances,
      (SELECT count(*)::int FROM proxy_order o
        CROSS JOIN LATERAL (SELECT count(*) AS proxies, sum(price_kobo) AS paid FROM proxy WHERE order_id = o.id) p
        WHERE o.kind = 'purchase' AND (p.proxies <> o.quantity OR p.paid <> o.amount_kobo)) AS wrong_orders,
      (SELECT count(*)::int FROM proxy_order o JOIN wallet_transaction t ON t.id = o.transaction_id
        WHERE t.amount_kobo <> o.amount_kobo OR (o.status = 'refunded') <> (t.status = 'refunded')) AS wrong_debits,
      (SELECT count(*)::int FROM stock_unit s JOIN proxy_order o ON o.id = s.order_id
        WHERE o.status = 'refunded') AS held_for_nothing,
      (SELECT count(*)::int FROM proxy p JOIN stock_unit s ON s.address = p.ip
        WHERE s.order_id IS DISTINCT FROM p.order_id AND p.status <> 'expired') AS sold_without_stock,
      (SELECT count(*)::int FROM (SELECT ip FROM proxy WHERE ip IS NOT NULL AND status <> 'expired'
        GROUP BY ip HAVING count(*) > 1) AS twice) AS sold_twice`);
  expect(row).toEqual({
    total: 0,
    wrong_balances: 0,
    wrong_orders: 0,
    wrong_debits: 0,
    held_for_nothing: 0,
    sold_without_stock: 0,
    sold_twice: 0,
  });
}

/** Closes the application, whose sessions report with their end what they have counted, and expects no deadlock of them. */
export async function closeWithoutDeadlocks({ module, database }: ProxiesTestApp): Promise<void> {
  await module.close();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const others = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`;
  await poll(async () => (await client.query(others)).rowCount === 0, 5_000, 10);
  const { rows } = await client.query<{ deadlocks: string }>(
    `SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`,
  );
  await client.end();
  await database.dispose();
  expect(rows).toEqual([{ deadlocks: '0' }]);
}

/** Kind and code of the DomainError that a call throws. */
export async function catchErrorCode(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'no error';
  } catch (error) {
    const { kind, code } = error as { kind?: string; code?: string };
    return kind ? `${kind} ${code}` : String(error);
  }
}

/** Polls a condition. @throws after twenty seconds. */
export async function waitUntil(holds: () => Promise<boolean>): Promise<void> {
  if (!(await poll(holds, 20_000, 10)))
    throw new Error('The condition was not met within twenty seconds');
}

/** Number of calls per outcome. */
export const countOutcomes = (outcomes: string[]): Record<string, number> =>
  outcomes.reduce<Record<string, number>>(
    (counts, outcome) => ({ ...counts, [outcome]: (counts[outcome] ?? 0) + 1 }),
    {},
  );

export const useProxiesTestApp = (...given: Parameters<typeof createProxiesTestApp>) =>
  useTestApp(() => createProxiesTestApp(...given));
