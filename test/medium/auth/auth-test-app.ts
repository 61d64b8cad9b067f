import 'reflect-metadata';
import { APP_GUARD } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { JwtAuthGuard, RolesGuard } from '../../../src/auth/auth.guard';
import { AuthModule } from '../../../src/auth/auth.module';
import { RateLimitGuard } from '../../../src/auth/rate-limits/rate-limit.guard';
import { CommonModule } from '../../../src/common/common.module';
import { Clock } from '../../../src/common/time/clock';
import { AppConfig } from '../../../src/config/app-config';
import { ConfigModule } from '../../../src/config/config.module';
import { DatabaseModule } from '../../../src/database/database.module';
import { UnitOfWork } from '../../../src/database/unit-of-work';
import { configureApp } from '../../../src/http/configure-app';
import { MailService } from '../../../src/mail/mail.service';
import { QueueModule } from '../../../src/queue/queue.module';
import { UsersModule } from '../../../src/users/users.module';
import { createTestDatabase } from '../../support/database';
import { loadEntities } from '../../support/entities';
import type { TestModule } from '../../support/testing-module';
import { useTestApp } from '../../support/use-test-app';

export const PASSWORD = 'blue-kettle-on-a-hill';

/** Clock that a test advances. */
export class AdjustableClock extends Clock {
  private ahead = 0;
  override now(): Date {
    return new Date(Date.now() + this.ahead);
  }
  advance(milliseconds: number): void {
    this.ahead += milliseconds;
  }
}

export interface ApiResponse {
  status: number;
  headers: Record<string, unknown>;
  body: {
    success: boolean;
    code?: string;
    message?: string;
    errors?: Record<string, string[]>;
    data?: never;
  } & Record<string, unknown>;
}

export interface CallOptions {
  body?: unknown;
  token?: string;
  /** Remote IP address of the call. */
  ip?: string;
  headers?: Record<string, string>;
}

export interface SignedUp {
  id: number;
  email: string;
  token: string;
}

export interface AuthTestApp extends TestModule {
  app: NestFastifyApplication;
  config: AppConfig;
  clock: AdjustableClock;
  call(method: 'GET' | 'POST' | 'PUT', path: string, options?: CallOptions): Promise<ApiResponse>;
  /** Latest mail to an address. */
  lastMail(to: string): Promise<{ subject: string; text: string; html: string }>;
  /** Registers a customer, verifies the address and logs in. */
  signUp(overrides?: { email?: string; ip?: string }): Promise<SignedUp>;
}

let serial = 0;
export const newEmail = (): string => `person-${process.pid}-${(serial += 1)}@example.com`;

/** An IP address in an unused network, so that tests do not share rate limits. */
export const newAddress = (): string => {
  serial += 1;
  return `10.${(serial >> 8) & 255}.${serial & 255}.7`;
};

/** The auth and users modules over HTTP on a new database, with an adjustable clock. */
export async function createAuthTestApp(env: Record<string, string> = {}): Promise<AuthTestApp> {
  const database = await createTestDatabase();
  Object.assign(process.env, {
    NODE_ENV: 'test',
    SANDBOX: 'true',
    EMAIL_VERIFICATION: 'true',
    APP_URL: 'https://shop.example.com',
    DATABASE_URL: database.url,
    ...env,
  });
  const clock = new AdjustableClock();
  const module = await Test.createTestingModule({
    imports: [
      ConfigModule,
      CommonModule,
      DatabaseModule.forProcess('api'),
      // Foreign keys name entities of modules that are left out.
      TypeOrmModule.forFeature(loadEntities()),
      QueueModule,
      AuthModule,
      UsersModule,
    ],
    providers: [
      { provide: APP_GUARD, useExisting: JwtAuthGuard },
      { provide: APP_GUARD, useExisting: RolesGuard },
      { provide: APP_GUARD, useExisting: RateLimitGuard },
    ],
  })
    .overrideProvider(Clock)
    .useValue(clock)
    .compile();
  const app = module.createNestApplication<NestFastifyApplication>(new FastifyAdapter());
  const config = app.get(AppConfig);
  await configureApp(app, config);
  await app.init();
  await app.getHttpAdapter().getInstance().ready();

  const call: AuthTestApp['call'] = async (method, path, { body, token, ip, headers } = {}) => {
    const response = await app.inject({
      method,
      url: `/api/v1${path}`,
      remoteAddress: ip ?? '127.0.0.1',
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
      payload: body as object | undefined,
    });
    const json = response.payload.startsWith('{') ? JSON.parse(response.payload) : {};
    return { status: response.statusCode, headers: response.headers, body: json };
  };

  const lastMail: AuthTestApp['lastMail'] = async (to) => {
    const [mail] = await app.get(MailService).inbox({ to });
    if (!mail) throw new Error(`No mail to ${to}`);
    return mail;
  };

  return {
    app,
    module,
    config,
    clock,
    database,
    call,
    lastMail,
    sql: (text, values) => module.get(DataSource).query(text, values),
    uow: module.get(UnitOfWork),
    async signUp({ email = newEmail(), ip = newAddress() } = {}) {
      const registered = await call('POST', '/auth/register', {
        ip,
        body: { name: 'Ada Obi', email, password: PASSWORD, confirmPassword: PASSWORD },
      });
      if (registered.status !== 201) throw new Error(JSON.stringify(registered.body));
      await call('GET', linkIn((await lastMail(email)).text), { ip });
      const signedIn = await call('POST', '/auth/login', {
        ip,
        body: { email, password: PASSWORD },
      });
      const { user, token } = signedIn.body.data as unknown as {
        user: { id: number };
        token: string;
      };
      return { id: user.id, email, token };
    },
    async close() {
      await app.close();
      await database.dispose();
    },
  };
}

/** API path of the verification link in a mail. */
export function linkIn(text: string): string {
  const link = /https:\/\/shop\.example\.com(\/verify-email\/\S+)/.exec(text)?.[1];
  if (!link) throw new Error(`No link in: ${text}`);
  return `/auth${link}`;
}

/** The six-digit code in a mail. */
export function codeIn(text: string): string {
  const code = /^(\d{6})$/m.exec(text)?.[1];
  if (!code) throw new Error(`No code in: ${text}`);
  return code;
}

export const useAuthTestApp = (env?: Record<string, string>) =>
  useTestApp(() => createAuthTestApp(env));
