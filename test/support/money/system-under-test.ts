import type { LoggerService } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { INVARIANTS } from '../../../src/admin/integrity/invariants';
import { WalletCorrectionsModule } from '../../../src/admin/wallet-corrections/wallet-corrections.module';
import { AuditChainService } from '../../../src/audit/audit-chain.service';
import { LedgerModule } from '../../../src/wallet/ledger/ledger.module';
import { LedgerChainService } from '../../../src/wallet/ledger/ledger.service';
import { CatalogModule } from '../../../src/catalog/catalog.module';
import { PricingService } from '../../../src/catalog/prices/pricing.service';
import { CommonModule } from '../../../src/common/common.module';
import type { Actor } from '../../../src/common/security/actor';
import { HOUR } from '../../../src/common/time/clock';
import { AppConfig } from '../../../src/config/app-config';
import { ConfigModule } from '../../../src/config/config.module';
import { DatabaseModule } from '../../../src/database/database.module';
import { UnitOfWork } from '../../../src/database/unit-of-work';
import { seedCatalog } from '../seed';
import { PaymentsModule } from '../../../src/payments/payments.module';
import { UNRESERVED_REFERENCE_PATTERN } from '../../../src/payments/payments.types';
import { KorapayService } from '../../../src/payments/korapay/korapay.service';
import { ProxiesModule } from '../../../src/proxies/proxies.module';
import { QueueModule } from '../../../src/queue/queue.module';
import { WalletModule } from '../../../src/wallet/wallet.module';
import { createTestDatabase, type TestDatabase } from '../database';
import { loadEntities } from '../entities';
import { toActor, MovableClock, overrideClocks } from '../sandbox-app';
import { Model, type ModelCustomer } from './model';
import { ScriptedCardProvider } from './scripted-card-provider';

export const COUNTRY = 'ng';
export const POOL_COUNTRY = 'gh';
const CUSTOMERS = 3;

const ALL_INVARIANTS = Object.entries(INVARIANTS)
  .map(
    ([name, [, sql]]) =>
      `(SELECT '${name}' AS name, subject::text FROM (${sql}) AS violation LIMIT 3)`,
  )
  .join(' UNION ALL ');

/** The provider fails by the script: what is said about it is no news. */
const SILENT_LOGGER: LoggerService = { log() {}, warn() {}, error() {} };

export interface Prices {
  readonly gigabyte: number;
  readonly address: number;
}

/** The application's modules on a real database with a scripted card provider, next to the model. */
export class SystemUnderTest {
  model = new Model();
  private actors = new Map<number, Actor>();

  private constructor(
    private readonly module: TestingModule,
    private readonly database: TestDatabase,
    readonly clock: MovableClock,
    readonly cards: ScriptedCardProvider,
    readonly staff: Actor,
    readonly otherStaff: Actor,
    readonly countryId: number,
    readonly prices: Prices,
    private readonly checks: Client,
  ) {}

  static async open(): Promise<SystemUnderTest> {
    const database = await createTestDatabase();
    Object.assign(process.env, {
      NODE_ENV: 'test',
      SANDBOX: 'true',
      LOG_LEVEL: 'silent',
      DATABASE_URL: database.url,
      DATABASE_POOL_MAX: '12',
    });
    const [clock, cards] = [new MovableClock(), new ScriptedCardProvider()];
    const builder = Test.createTestingModule({
      imports: [
        ...[ConfigModule, CommonModule, DatabaseModule.forProcess('api'), QueueModule],
        TypeOrmModule.forFeature(loadEntities()),
        ...[CatalogModule, WalletModule, PaymentsModule, ProxiesModule],
        WalletCorrectionsModule,
        LedgerModule,
      ],
    });
    const module = await overrideClocks(builder, clock)
      .overrideProvider(KorapayService)
      .useValue(cards)
      .setLogger(SILENT_LOGGER)
      .compile();
    await module.init();
    await seedCatalog(module);
    const [staff, otherStaff] = [await insertStaff(module), await insertStaff(module)];
    const [country] = (await module
      .get(DataSource)
      .query(`SELECT id FROM catalog_country WHERE code = $1`, [COUNTRY])) as [{ id: number }];
    const pricing = module.get(PricingService, { strict: false });
    const anywhere = { country: COUNTRY, region: null, city: null, isp: null };
    const prices = {
      gigabyte: (await pricing.quotePool('residential', 1, anywhere)).price.toNaira(),
      address: (await pricing.quoteDatacenter(country.id, 43_200)).toNaira(),
    };
    const checks = new Client({ connectionString: database.url });
    await checks.connect();
    return new SystemUnderTest(
      ...([module, database, clock, cards, staff, otherStaff] as const),
      ...([country.id, prices, checks] as const),
    );
  }

  async close(): Promise<void> {
    await this.checks.end();
    await this.module.close();
    await this.database.dispose();
  }

  /**
   * Starts a run with new customers, a new model and the real clock. The first customer invited the second; the third was
   * invited by one of them, which the seed decides.
   */
  async reset(seed: number): Promise<void> {
    this.clock.reset();
    this.model = new Model();
    this.actors = new Map();
    for (let index = 0; index < CUSTOMERS; index += 1) {
      const [{ id }] = await insertUser(this.module, 'customer');
      this.actors.set(id, toActor(id));
      this.model.customers.push({ id, balance: 0, owed: 0 });
    }
    const [first, second, third] = this.model.customers as [
      ModelCustomer,
      ModelCustomer,
      ModelCustomer,
    ];
    await this.invite(first, second);
    await this.invite(seed % 2 ? first : second, third);
    const [{ free }] = (await this.sql<{ free: number }>(
      `SELECT count(*)::int AS free FROM stock_unit s JOIN exit_node e ON e.id = s.exit_node_id
       WHERE e.country = $1 AND s.order_id IS NULL`,
      [COUNTRY],
    )) as [{ free: number }];
    this.model.stock.set(COUNTRY, free);
  }

  get<T>(service: abstract new (...args: never[]) => T): T {
    return this.module.get(service as abstract new () => T, { strict: false });
  }

  get uow(): UnitOfWork {
    return this.module.get(UnitOfWork);
  }

  get appUrl(): string {
    return this.module.get(AppConfig).http.appUrl;
  }

  sql<T = Record<string, unknown>>(text: string, values?: unknown[]): Promise<T[]> {
    return this.module.get(DataSource).query(text, values);
  }

  actor(customer: ModelCustomer): Actor {
    return this.actors.get(customer.id)!;
  }

  /** Moves the clock of the application and the model. */
  advance(hours: number): void {
    this.model.hoursAhead += hours;
    this.clock.advance(hours * HOUR);
  }

  /** @throws Error naming every broken invariant. */
  async assertInvariants(): Promise<void> {
    // Prepared on a connection of its own: planning takes longer than checking so few rows.
    const { rows: broken } = await this.checks.query<{ name: string; subject: string }>({
      name: 'invariants',
      text: ALL_INVARIANTS,
    });
    if (broken.length)
      throw new Error(broken.map(({ name, subject }) => `${name}: ${subject}`).join('; '));
  }

  /** @throws Error showing every difference from the model. */
  async assertMatchesModel(): Promise<void> {
    expect(await this.readState()).toEqual({
      customers: this.model.customers.map(({ id, balance, owed }) => ({ id, balance, owed })),
      payments: Object.fromEntries(
        this.model.payments.map(({ reference, status, line, clawedBack: takenBack }) => [
          reference,
          `${status} ${line} ${takenBack}`,
        ]),
      ),
      redemptions: Object.fromEntries(
        this.model.promotions.redemptions.map(({ payment, promised, granted, ...redemption }) => [
          payment.reference,
          `${promised} ${granted ?? 'none'} ${redemption.takenBack} ${redemption.isReleased}`,
        ]),
      ),
      rewards: Object.fromEntries(
        this.model.promotions.rewards.map(({ payment, status, amount, takenBack }) => [
          payment.reference,
          `${status} ${amount} ${takenBack}`,
        ]),
      ),
      corrections: Object.fromEntries(
        this.model.corrections.map(({ id, status }) => [String(id), status]),
      ),
      orders: Object.fromEntries(
        [
          ...this.model.orders,
          ...this.model.extensions.map((placed) => ({ ...placed, quantity: 0, held: 0 })),
        ].map(({ key, status, quantity, held }) => [key, `${status} ${quantity} ${held}`]),
      ),
      gigabytes: this.model.countGigabytes(),
      free: this.model.getFreeStock(COUNTRY),
    });
  }

  /** The chains of audit and ledger, once every row is linked. @throws Error when one is broken. */
  async assertChains(): Promise<void> {
    for (const chain of [this.get(AuditChainService), this.get(LedgerChainService)]) {
      await chain.extend();
      expect(await chain.verify()).toMatchObject({ intact: true, unchained: 0 });
    }
  }

  /** Whoever could choose the reference of a line that is still to come would keep it from being booked. */
  async assertReferencesAreReserved(): Promise<void> {
    const lines = await this.sql<{ reference: string }>(
      `SELECT reference FROM wallet_transaction WHERE purpose <> 'topup'`,
    );
    const choosable = lines.filter(({ reference }) => UNRESERVED_REFERENCE_PATTERN.test(reference));
    expect(choosable).toEqual([]);
  }

  private async invite(referrer: ModelCustomer, invited: ModelCustomer): Promise<void> {
    await this.sql('INSERT INTO referral (user_id, referrer_id) VALUES ($1, $2)', [
      ...[invited.id, referrer.id],
    ]);
    this.model.promotions.referrers.set(invited, referrer);
  }

  private async readState(): Promise<unknown> {
    const ids = this.model.customers.map(({ id }) => id);
    const [row] = await this.sql<{ standing: unknown }>(
      `SELECT json_build_object(
         'customers', (SELECT json_agg(json_build_object('id', u.id,
             'balance', coalesce(w.balance_kobo, 0) / 100.0, 'owed', coalesce(r.balance_kobo, 0) / 100.0)
             ORDER BY u.id)
           FROM users u LEFT JOIN ledger_account w ON w.user_id = u.id AND w.kind = 'wallet'
           LEFT JOIN ledger_account r ON r.user_id = u.id AND r.kind = 'receivable'
           WHERE u.id = ANY($1)),
         'payments', (SELECT coalesce(json_object_agg(p.reference,
             p.status || ' ' || t.status || ' ' || p.charged_back_kobo / 100), '{}')
           FROM payment p JOIN wallet_transaction t ON t.id = p.transaction_id WHERE p.user_id = ANY($1)),
         'redemptions', (SELECT coalesce(json_object_agg(p.reference, concat_ws(' ', r.bonus_kobo / 100,
             coalesce((r.granted_kobo / 100)::text, 'none'), r.taken_back_kobo / 100, (r.released_at IS NOT NULL)::text)), '{}')
           FROM coupon_redemption r JOIN payment p ON p.id = r.payment_id WHERE p.user_id = ANY($1)),
         'rewards', (SELECT coalesce(json_object_agg(p.reference,
             concat_ws(' ', r.status, r.reward_kobo / 100, r.taken_back_kobo / 100)), '{}')
           FROM referral_reward r JOIN payment p ON p.id = r.payment_id WHERE p.user_id = ANY($1)),
         'corrections', (SELECT coalesce(json_object_agg(id, status), '{}')
           FROM wallet_correction WHERE user_id = ANY($1)),
         'orders', (SELECT coalesce(json_object_agg(o.idempotency_key, concat_ws(' ', o.status,
             (SELECT count(*) FROM proxy p WHERE p.order_id = o.id),
             (SELECT count(*) FROM stock_unit s WHERE s.order_id = o.id))), '{}')
           FROM proxy_order o WHERE o.user_id = ANY($1)),
         'gigabytes', (SELECT coalesce(json_object_agg(o.idempotency_key, p.limit_bytes / 1073741824), '{}')
           FROM proxy p JOIN proxy_order o ON o.id = p.order_id
           WHERE o.user_id = ANY($1) AND p.limit_bytes IS NOT NULL AND o.status = 'delivered'),
         'free', (SELECT count(*) FROM stock_unit s JOIN exit_node e ON e.id = s.exit_node_id
           WHERE e.country = $2 AND s.order_id IS NULL)) AS standing`,
      [ids, COUNTRY],
    );
    return row!.standing;
  }
}

let userCount = 0;

async function insertStaff(module: TestingModule): Promise<Actor> {
  const [{ id }] = await insertUser(module, 'staff');
  await module.get(DataSource).query(`UPDATE users SET role = 'admin' WHERE id = $1`, [id]);
  await module
    .get(DataSource)
    .query(`UPDATE admin_term SET started_at = started_at - interval '2 days' WHERE user_id = $1`, [
      id,
    ]);
  return { ...toActor(id), role: 'admin' };
}

const insertUser = (module: TestingModule, prefix: string): Promise<[{ id: number }]> =>
  module
    .get(DataSource)
    .query(
      `INSERT INTO users (name, email, email_verified_at) VALUES ('Ada Obi', $1, now()) RETURNING id`,
      [`${prefix}-${(userCount += 1)}@example.com`],
    );
