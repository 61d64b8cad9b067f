import 'reflect-metadata';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DataSource } from 'typeorm';
import { SessionsService } from '../../src/auth/sessions/sessions.service';
import { Money } from '../../src/common/money/money';
import type { ClientInfo } from '../../src/common/security/actor';
import { UnitOfWork } from '../../src/database/unit-of-work';
import { createApp } from '../../src/app.module';
import { UsersService } from '../../src/users/users.service';
import { WalletService } from '../../src/wallet/wallet.service';
import type { NewTransaction } from '../../src/wallet/wallet.types';
import { createTestDatabase } from './database';
import { useTestApp } from './use-test-app';

export interface Customer {
  readonly id: number;
  readonly email: string;
  readonly token: string;
}

export interface Reply {
  status: number;
  headers: Record<string, unknown>;
  raw: Buffer;
  body: {
    success: boolean;
    code?: string;
    message?: string;
    errors?: Record<string, string[]>;
    data?: never;
  };
}

export interface CallOptions {
  token?: string;
  body?: object;
  ip?: string;
}

/** The whole API on a fresh database, with signed-in users. */
export interface CustomerApi {
  app: NestFastifyApplication;
  sql: <T = Record<string, unknown>>(text: string, values?: unknown[]) => Promise<T[]>;
  call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    with_?: CallOptions,
  ): Promise<Reply>;
  customer(name?: string): Promise<Customer>;
  /** Another session of the same user. */
  signIn(userId: number, client?: Partial<ClientInfo>): Promise<string>;
  /** Adds a statement line backed by a ledger transaction. @returns its id. */
  move(userId: number, line?: Partial<NewTransaction>): Promise<number>;
  close(): Promise<void>;
}

export async function openCustomerApi(env: Record<string, string> = {}): Promise<CustomerApi> {
  const database = await createTestDatabase();
  Object.assign(process.env, {
    NODE_ENV: 'test',
    SANDBOX: 'true',
    LOG_LEVEL: 'silent',
    DATABASE_URL: database.url,
    ...env,
  });
  const app = await createApp();
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  const sql: CustomerApi['sql'] = (text, values) => app.get(DataSource).query(text, values);
  const uow = app.get(UnitOfWork);
  let serial = 0;

  const signIn: CustomerApi['signIn'] = async (userId, client = {}) => {
    const user = await app.get(UsersService, { strict: false }).findById(userId);
    const sessions = app.get(SessionsService, { strict: false });
    const from = { ip: '127.0.0.1', userAgent: 'test', ...client };
    return (await uow.run(() => sessions.open(user!, from))).token;
  };

  return {
    app,
    sql,
    signIn,
    async call(method, path, { token, body, ip } = {}) {
      const answer = await app.inject({
        method,
        url: `/api/v1${path}`,
        payload: body,
        headers: token ? { authorization: `Bearer ${token}` } : {},
        remoteAddress: ip ?? '127.0.0.1',
      });
      const isJson = String(answer.headers['content-type']).includes('json');
      return {
        status: answer.statusCode,
        headers: answer.headers,
        raw: answer.rawPayload,
        body: isJson ? answer.json() : { success: false },
      };
    },
    async customer(name = 'Ada Obi') {
      const email = `customer-${(serial += 1)}@example.com`;
      const [row] = await sql<{ id: number }>(
        `INSERT INTO users (name, email, email_verified_at) VALUES ($1, $2, now()) RETURNING id`,
        [name, email],
      );
      return { id: row!.id, email, token: await signIn(row!.id) };
    },
    async move(userId, over = {}) {
      const line: NewTransaction = {
        userId,
        reference: `LINE-${(serial += 1)}`,
        type: 'credit',
        purpose: 'topup',
        amount: Money.naira(5000),
        description: 'Wallet top-up',
        paymentMethod: 'card',
        ...over,
      };
      const wallet = app.get(WalletService, { strict: false });
      const key = `test:${line.reference}`;
      const { transactionId } = await uow.run(() =>
        line.type === 'credit'
          ? wallet.credit(line, { idempotencyKey: key, kind: 'topup', against: 'korapay_clearing' })
          : wallet.debit(line, { idempotencyKey: key, kind: 'purchase', against: 'revenue' }),
      );
      return transactionId;
    },
    async close() {
      await app.close();
      await database.dispose();
    },
  };
}

export const useCustomerApi = (env?: Record<string, string>) =>
  useTestApp(() => openCustomerApi(env));
