import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { AdminModule } from '../../../src/admin/admin.module';
import { JwtAuthGuard, RolesGuard } from '../../../src/auth/auth.guard';
import { AuditService } from '../../../src/audit/audit.service';
import { AuthModule } from '../../../src/auth/auth.module';
import { SessionsService } from '../../../src/auth/sessions/sessions.service';
import { CommonModule } from '../../../src/common/common.module';
import type { Role } from '../../../src/common/security/actor';
import { encrypt } from '../../../src/common/crypto/secrets';
import { Money } from '../../../src/common/money/money';
import { DAY, SECOND } from '../../../src/common/time/clock';
import { dayOf } from '../../../src/common/time/calendar';
import { AppConfig } from '../../../src/config/app-config';
import { ConfigModule } from '../../../src/config/config.module';
import { DatabaseModule } from '../../../src/database/database.module';
import { UnitOfWork } from '../../../src/database/unit-of-work';
import { configureApp } from '../../../src/http/configure-app';
import { IdempotencyInterceptor } from '../../../src/http/idempotency/idempotency.interceptor';
import { IdempotencyModule } from '../../../src/http/idempotency/idempotency.module';
import { QueueModule } from '../../../src/queue/queue.module';
import { UsersModule } from '../../../src/users/users.module';
import { UsersService } from '../../../src/users/users.service';
import { WalletService } from '../../../src/wallet/wallet.service';
import { createTestDatabase } from '../../support/database';
import { loadEntities } from '../../support/entities';
import { useTestApp } from '../../support/use-test-app';

const GIGABYTE = 2 ** 30;

export interface TestUser {
  readonly id: number;
  readonly token: string;
  readonly email: string;
}

/** Status, body and headers of a response. */
export interface TestResponse {
  readonly status: number;
  readonly body: {
    success: boolean;
    message: string;
    code?: string;
    errors?: Record<string, string[]>;
    data: Record<string, unknown>;
  };
  readonly raw: Buffer;
  readonly headers: Record<string, string | number | string[] | undefined>;
}

/** Sends a request within one day of the shop's time zone, again when midnight passed. @returns the response and that day. */
export async function withinOneDay<T>(send: () => Promise<T>): Promise<[T, string]> {
  for (;;) {
    const day = dayOf(new Date());
    const response = await send();
    if (dayOf(new Date()) === day) return [response, day];
  }
}

/** The admin API over HTTP on its own database, with the real guards and no mocks. */
export class AdminTestApp {
  private serial = 0;

  private constructor(
    readonly app: NestFastifyApplication,
    private readonly dispose: () => Promise<void>,
  ) {}

  static async open(env: Record<string, string> = {}): Promise<AdminTestApp> {
    const database = await createTestDatabase();
    Object.assign(process.env, {
      NODE_ENV: 'test',
      SANDBOX: 'true',
      DATABASE_URL: database.url,
      ...env,
    });
    const module = await Test.createTestingModule({
      imports: [
        // Also those of modules that this app does not have, which its entities refer to.
        TypeOrmModule.forFeature(loadEntities()),
        ...[ConfigModule, CommonModule, DatabaseModule.forProcess('api'), QueueModule],
        ...[IdempotencyModule, AuthModule, UsersModule, AdminModule],
      ],
      providers: [
        { provide: APP_GUARD, useExisting: JwtAuthGuard },
        { provide: APP_GUARD, useExisting: RolesGuard },
        { provide: APP_INTERCEPTOR, useClass: IdempotencyInterceptor },
      ],
    }).compile();
    const app = module.createNestApplication<NestFastifyApplication>(new FastifyAdapter(), {
      logger: false,
    });
    await configureApp(app, app.get(AppConfig));
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
    return new AdminTestApp(app, database.dispose);
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.dispose();
  }

  sql<T = Record<string, unknown>>(text: string, values?: unknown[]): Promise<T[]> {
    return this.app.get(DataSource).query(text, values);
  }

  /** Locks an account. @returns what lets it go. */
  async holdAccount(userId: number): Promise<() => Promise<void>> {
    let [onLocked, letGo] = [() => {}, () => {}];
    const locked = new Promise<void>((resolve) => (onLocked = resolve));
    const barrier = new Promise<void>((resolve) => (letGo = resolve));
    const held = this.app.get(UnitOfWork).run(async () => {
      await this.app.get(UsersService).lock(userId);
      onLocked();
      await barrier;
    });
    await locked;
    return () => {
      letGo();
      return held;
    };
  }

  /** Credits an open payment as the settlement does: payment, line, wallet. */
  settlePayment(reference: string): Promise<void> {
    return this.app.get(UnitOfWork).run(async () => {
      const [paid] = await this.app
        .get(UnitOfWork)
        .manager.query<[{ id: number; line: number }[], number]>(
          `UPDATE payment SET status = 'successful' WHERE reference = $1 AND status = 'pending'
           RETURNING id, transaction_id AS line`,
          [reference],
        );
      const key = { idempotencyKey: `topup:${reference}`, kind: 'topup' } as const;
      const posting = { ...key, against: 'korapay_clearing' } as const;
      for (const { id, line } of paid) {
        await this.app.get(WalletService).complete(line, posting);
        const settled = {
          action: 'payment.settled',
          target: `payment:${id}`,
          details: '',
        } as const;
        await this.app.get(AuditService).record('system', settled);
      }
    });
  }

  /** Inserts a user with a session. */
  async createUser(role: Role = 'user', name = 'Ada Obi'): Promise<TestUser> {
    const email = `${role}-${(this.serial += 1)}-${process.pid}@example.com`;
    const [row] = await this.sql<{ id: number }>(
      `INSERT INTO users (name, email, role, email_verified_at) VALUES ($1, $2, $3, now())
       RETURNING id`,
      [name, email, role],
    );
    return { id: row!.id, email, token: await this.signIn(row!.id) };
  }

  /** Makes admins old enough to approve, and to be the second ones whose approval is needed. */
  async letServe(...admins: Pick<TestUser, 'id'>[]): Promise<void> {
    await this.sql(
      `UPDATE admin_term SET started_at = now() - interval '25 hours' WHERE user_id = ANY($1)`,
      [admins.map(({ id }) => id)],
    );
  }

  /** Lets every member of staff move money alone again, as on the next day. */
  async forgetMovements(): Promise<void> {
    await this.sql('DELETE FROM staff_allowance');
  }

  async signIn(userId: number): Promise<string> {
    const user = await this.app.get(UsersService).findById(userId);
    const { token } = await this.app
      .get(UnitOfWork)
      .run(() => this.app.get(SessionsService).open(user!, { ip: '127.0.0.1', userAgent: 'test' }));
    return token;
  }

  /** Credits a wallet with a completed top-up. */
  async fund(userId: number, naira: number): Promise<void> {
    const reference = `TOPUP-${(this.serial += 1)}`;
    await this.app.get(UnitOfWork).run(() =>
      this.app.get(WalletService).credit(
        {
          userId,
          reference,
          type: 'credit',
          purpose: 'topup',
          amount: Money.naira(naira),
          description: 'Wallet funding',
        },
        { idempotencyKey: `topup:${reference}`, kind: 'topup', against: 'korapay_clearing' },
      ),
    );
  }

  /** Inserts an open payment. */
  async startPayment(userId: number, reference: string): Promise<void> {
    const [line] = await this.sql<{ id: number }>(
      `INSERT INTO wallet_transaction (user_id, reference, type, purpose, status, amount_kobo, description)
       VALUES ($1, $2, 'credit', 'topup', 'pending', 100000, 'Wallet funding') RETURNING id`,
      [userId, reference],
    );
    await this.sql(
      `INSERT INTO payment (user_id, transaction_id, reference, provider, status, amount_kobo, next_check_at, expires_at)
       VALUES ($1, $2, $3, 'korapay', 'pending', 100000, now(), now() + interval '10 minutes')`,
      [userId, line!.id, reference],
    );
  }

  /** Inserts a past order with one proxy per unit. @returns ids of the proxies. */
  async sell(
    userId: number,
    sale: {
      naira: number;
      type?: 'individual_ipv4' | 'residential_ipv4' | 'mobile_ipv4';
      country?: string;
      daysAgo?: number;
      validDays?: number;
      quantity?: number;
      refundedNaira?: number;
      status?: string;
      proxyStatus?: string;
      limitGb?: number;
      usedGb?: number;
    },
  ): Promise<number[]> {
    const { naira, type = 'residential_ipv4', country = 'us', daysAgo = 0, quantity = 1 } = sale;
    const at = new Date(Date.now() - daysAgo * DAY - SECOND);
    const reference = `ORDER-${(this.serial += 1)}`;
    const [order] = await this.sql<{ id: number }>(
      `WITH book AS (
         INSERT INTO ledger_transaction (idempotency_key, kind, reference)
         VALUES ($1, 'purchase', $1) RETURNING id
       ), line AS (
         INSERT INTO wallet_transaction (user_id, reference, type, purpose, status, amount_kobo,
           description, ledger_transaction_id, created_at, processed_at)
         SELECT $2, $1, 'debit', 'purchase', CASE WHEN $8 = 'refunded' THEN 'refunded' ELSE 'successful' END,
                $3, 'Proxies', id, $4, $4 FROM book RETURNING id
       )
       INSERT INTO proxy_order (user_id, idempotency_key, type, quantity, amount_kobo, refunded_kobo,
         status, request, transaction_id, created_at)
       SELECT $2, $1, $5, $6, $3, $7, $8, jsonb_build_object('type', $5::text, 'country', $9::text,
              'validityDays', $10::int), id, $4 FROM line RETURNING id`,
      [
        ...[reference, userId, naira * 100, at, type, quantity, (sale.refundedNaira ?? 0) * 100],
        ...[sale.status ?? 'delivered', country, sale.validDays ?? 30],
      ],
    );
    const ids: number[] = [];
    for (let unit = 0; unit < (sale.status === 'refunded' ? 0 : quantity); unit += 1) {
      const uuid = randomUUID();
      const encrypted = encrypt(
        this.app.get(AppConfig).key('secrets'),
        `proxy:${uuid}`,
        'word-of-proxy',
      );
      const [proxy] = await this.sql<{ id: number }>(
        `INSERT INTO proxy (uuid, user_id, order_id, proxy_api_id, type, status, protocol, host,
           port, port_socks5, username, password_digest, password_encrypted, country, ip, price_kobo, limit_bytes,
           used_bytes, session_id, ttl_minutes, created_at, expires_at)
         VALUES ($1,$2,$3,$6,$4,$5,'http','gate.example.com',3128,1080,$6,'',$7,$8,
           CASE WHEN $4 = 'individual_ipv4' THEN '203.0.113.9' END,$9,$10,$11,'session1',0,$12,$13)
         RETURNING id`,
        [
          ...[
            uuid,
            userId,
            order!.id,
            type,
            sale.proxyStatus ?? 'active',
            `name-${uuid.slice(0, 8)}`,
          ],
          ...[encrypted, country, Math.round((naira * 100) / quantity)],
          ...[sale.limitGb === undefined ? null : sale.limitGb * GIGABYTE],
          ...[(sale.usedGb ?? 0) * GIGABYTE, at],
          new Date(at.getTime() + (sale.validDays ?? 30) * DAY),
        ],
      );
      ids.push(proxy!.id);
    }
    return ids;
  }

  async call(
    user: TestUser | null,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    payload?: object,
    headers: Record<string, string> = {},
  ): Promise<TestResponse> {
    const response = await this.app.inject({
      method,
      url: `/api/v1${path}`,
      payload,
      headers: { ...headers, ...(user ? { authorization: `Bearer ${user.token}` } : {}) },
    });
    const json = String(response.headers['content-type'] ?? '').startsWith('application/json');
    return {
      status: response.statusCode,
      body: json ? response.json() : undefined!,
      raw: response.rawPayload,
      headers: response.headers,
    };
  }
}

export const useAdminTestApp = () => useTestApp(() => AdminTestApp.open());
