import 'reflect-metadata';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DataSource } from 'typeorm';
import type { Role } from '../../../src/common/security/actor';
import { Money } from '../../../src/common/money/money';
import { UnitOfWork } from '../../../src/database/unit-of-work';
import { seedCatalog } from '../../support/seed';
import { createApp } from '../../../src/app.module';
import { WalletService } from '../../../src/wallet/wallet.service';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { useTestApp } from '../../support/use-test-app';

export interface HttpTestResponse {
  status: number;
  body: Record<string, never> & {
    success: boolean;
    code?: string;
    message?: string;
    errors?: Record<string, unknown>;
    data: Record<string, never>;
  };
}

export interface Customer {
  userId: number;
  email: string;
  /** Headers of an authenticated request. */
  headers: Record<string, string>;
}

export interface HttpTestApp {
  nest: NestFastifyApplication;
  sql<T = Record<string, unknown>>(text: string, values?: unknown[]): Promise<T[]>;
  call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<HttpTestResponse>;
  signUp(role?: Role): Promise<Customer>;
  /** Signs in by e-mail; staff with a two-factor code. */
  signIn(email: string, code?: string): Promise<Customer>;
  fundWallet(customer: Customer, naira: number): Promise<void>;
  /** Debits the whole balance of a wallet. */
  emptyWallet(customer: Customer): Promise<void>;
  close(): Promise<void>;
}

export const PASSWORD = 'grey-bridge-at-noon';

/** Request body of the residential purchase form. */
export const poolOrderBody = {
  proxy_type: 'residential_ipv4',
  country: 'NG',
  ttl_minutes: 10,
  protocol: 'http',
  traffic_limit_mb: '1',
  region: 'lagos',
  city: '',
  isp: null,
};

/** The complete API on a separate seeded database, or on the given one. */
export async function createHttpTestApp(given?: TestDatabase): Promise<HttpTestApp> {
  const database = given ?? (await createTestDatabase());
  Object.assign(process.env, {
    NODE_ENV: 'test',
    SANDBOX: 'true',
    LOG_LEVEL: 'silent',
    DATABASE_URL: database.url,
  });
  const app = await createApp();
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  const source = app.get(DataSource);
  await seedCatalog(app);
  let serial = 0;

  const call: HttpTestApp['call'] = async (method, path, body, headers = {}) => {
    const response = await app.inject({
      method,
      url: `/api/v1${path}`,
      payload: body,
      headers,
      // A separate address per customer, so that no rate limit per address applies.
      remoteAddress: `10.20.${serial >> 8}.${serial & 255}`,
    });
    return { status: response.statusCode, body: response.json() };
  };

  const signIn: HttpTestApp['signIn'] = async (email, code) => {
    const [{ role }] = await source.query(`SELECT role FROM users WHERE email = $1`, [email]);
    const path = role === 'user' ? '/auth/login' : '/auth/admin/login';
    const form = { email, password: PASSWORD, ...(code === undefined ? {} : { code }) };
    const { status, body } = await call('POST', path, form);
    if (status !== 200) throw new Error(`Sign-in of ${email}: ${status} ${body.code}`);
    const { token, user } = body.data as unknown as { token: string; user: { id: number } };
    return { userId: user.id, email, headers: { authorization: `Bearer ${token}` } };
  };

  return {
    nest: app,
    sql: (text, values) => source.query(text, values),
    call,
    async signUp(role = 'user') {
      const email = `http-${(serial += 1)}@example.com`;
      const password = PASSWORD;
      const form = { name: 'Ada Obi', email, password, confirmPassword: password };
      await call('POST', '/auth/register', form);
      await source.query(`UPDATE users SET email_verified_at = now(), role = $2 WHERE email = $1`, [
        email,
        role,
      ]);
      return signIn(email);
    },
    signIn,
    async fundWallet({ userId }, naira) {
      await app.get(UnitOfWork).run(() =>
        app.get(WalletService, { strict: false }).credit(
          {
            userId,
            reference: `FUND-${userId}`,
            type: 'credit',
            purpose: 'funding',
            amount: Money.naira(naira),
            description: 'Funding',
          },
          { idempotencyKey: `fund:${userId}`, kind: 'admin_funding', against: 'adjustments' },
        ),
      );
    },
    async emptyWallet({ userId }) {
      const wallet = app.get(WalletService, { strict: false });
      const amount = await wallet.getBalance(userId);
      await app.get(UnitOfWork).run(() =>
        wallet.charge(
          {
            userId,
            reference: `EMPTY-${userId}`,
            type: 'debit',
            purpose: 'purchase',
            amount,
            description: 'Emptied',
          },
          { idempotencyKey: `empty:${userId}`, kind: 'purchase', against: 'revenue' },
        ),
      );
    },
    async close() {
      await app.close();
      if (!given) await database.dispose();
    },
  };
}

export const useHttpTestApp = () => useTestApp(createHttpTestApp);
