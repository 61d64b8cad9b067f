import 'reflect-metadata';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test, type TestingModuleBuilder } from '@nestjs/testing';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ClearingController } from '../../src/admin/clearing/clearing.controller';
import { ClearingService } from '../../src/admin/clearing/clearing.service';
import {
  AdminPaymentsController,
  PaymentAcknowledgementsController,
} from '../../src/admin/payments/admin-payments.controller';
import {
  StaffChangesService,
  WalletCorrectionsService,
} from '../../src/admin/wallet-corrections/wallet-corrections.service';
import { WalletCorrectionsController } from '../../src/admin/wallet-corrections/wallet-corrections.controller';
import { WalletCorrectionsModule } from '../../src/admin/wallet-corrections/wallet-corrections.module';
import { CommonModule } from '../../src/common/common.module';
import type { Actor } from '../../src/common/security/actor';
import type { AuthenticatedRequest } from '../../src/common/security/access.decorators';
import { Clock } from '../../src/common/time/clock';
import { AppConfig } from '../../src/config/app-config';
import { ConfigModule } from '../../src/config/config.module';
import { DatabaseClock } from '../../src/database/database-clock';
import { DatabaseModule } from '../../src/database/database.module';
import { UnitOfWork } from '../../src/database/unit-of-work';
import { configureApp } from '../../src/http/configure-app';
import { KorapayClientOptions } from '../../src/payments/korapay/korapay.client';
import { PaymentsModule } from '../../src/payments/payments.module';
import { PaymentsJobsModule } from '../../src/payments/payments-jobs.module';
import { QueueModule } from '../../src/queue/queue.module';
import { SandboxModule } from '../../src/sandbox/sandbox.module';
import { createTestDatabase } from './database';
import { loadEntities } from './entities';
import { freePort } from './ports';
import type { TestModule } from './testing-module';

/** Time that a test moves forward by hand, of the process and of the database. */
export class MovableClock extends Clock {
  ahead = 0;
  /** The time while it stands still. */
  held: Date | null = null;
  private skew = 0;
  override now(): Date {
    return this.held ?? new Date(Date.now() + this.ahead + this.skew);
  }
  advance(milliseconds: number): void {
    this.ahead += milliseconds;
  }
  /** Stands still during the work, so that nothing comes due on a slow machine meanwhile. */
  async hold<T>(work: (now: Date) => Promise<T>): Promise<T> {
    this.held = this.now();
    try {
      return await work(this.held);
    } finally {
      this.held = null;
    }
  }
  /** Sets the clock of the process wrong, but not the one of the database. */
  skewProcess(milliseconds: number): void {
    this.skew = milliseconds;
  }
  reset(): void {
    this.ahead = 0;
    this.skew = 0;
  }
}

/** The database's time, moved as far forward as the test's clock. */
class MovableDatabaseClock extends DatabaseClock {
  constructor(
    uow: UnitOfWork,
    private readonly clock: MovableClock,
  ) {
    super(uow);
  }
  override async now(): Promise<Date> {
    return this.clock.held ?? new Date((await super.now()).getTime() + this.clock.ahead);
  }
}

/** Replaces the clocks of a test module. */
export const overrideClocks = (
  builder: TestingModuleBuilder,
  clock: MovableClock,
): TestingModuleBuilder =>
  builder
    .overrideProvider(Clock)
    .useValue(clock)
    .overrideProvider(DatabaseClock)
    .useFactory({
      factory: (uow: UnitOfWork) => new MovableDatabaseClock(uow, clock),
      inject: [UnitOfWork],
    });

export const toActor = (userId: number): Actor => ({
  userId,
  name: 'Ada Obi',
  email: `user-${userId}@example.com`,
  role: 'user',
  sessionId: 'test',
  ip: '127.0.0.1',
  userAgent: 'test',
});

/** Signs in whoever the header `x-test-user` names, as an admin in the back office. */
@Injectable()
class HeaderGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const user = Number(request.headers['x-test-user']);
    if (user)
      request.user = {
        ...toActor(user),
        role: request.url.includes('/admin/') ? 'admin' : 'user',
        mustChangePassword: false,
        authenticatedAt: new Date(),
      };
    return true;
  }
}

export interface SandboxApp extends TestModule {
  app: NestFastifyApplication;
  config: AppConfig;
  clock: MovableClock;
  /** `http://localhost:<port>`. */
  url: string;
  /** JSON over real HTTP, as the user given. */
  call(
    method: string,
    path: string,
    options?: { user?: number; body?: unknown; headers?: Record<string, string> },
  ): Promise<{ status: number; body: never; headers: Headers }>;
}

/** Payments and the sandbox on a port and a database of their own; only time and sign-in are ours. */
export async function openSandboxApp(
  korapayTimeoutMs = 20_000,
  via?: (databaseUrl: string) => Promise<string>,
): Promise<SandboxApp> {
  const database = await createTestDatabase();
  const port = await freePort();
  Object.assign(process.env, {
    NODE_ENV: 'test',
    SANDBOX: 'true',
    PORT: String(port),
    DATABASE_URL: (await via?.(database.url)) ?? database.url,
  });
  const clock = new MovableClock();
  const builder = Test.createTestingModule({
    imports: [
      WalletCorrectionsModule,
      ConfigModule,
      CommonModule,
      DatabaseModule.forProcess('api'),
      // Foreign keys name entities of modules that this application leaves out.
      TypeOrmModule.forFeature(loadEntities()),
      QueueModule,
      PaymentsModule,
      PaymentsJobsModule,
      SandboxModule,
    ],
    controllers: [
      AdminPaymentsController,
      PaymentAcknowledgementsController,
      ClearingController,
      WalletCorrectionsController,
    ],
    providers: [
      { provide: APP_GUARD, useClass: HeaderGuard },
      ClearingService,
      // Only movements of money are proposed here; changes of rights and limits need all of the back office.
      { provide: StaffChangesService, useExisting: WalletCorrectionsService },
    ],
  });
  const module = await overrideClocks(builder, clock)
    .overrideProvider(KorapayClientOptions)
    .useValue({ timeoutMs: korapayTimeoutMs, maxBytes: 256 * 1024 } satisfies KorapayClientOptions)
    .compile();
  const app = module.createNestApplication<NestFastifyApplication>(
    new FastifyAdapter({ bodyLimit: 256 * 1024 }),
    { rawBody: true, logger: ['fatal'] },
  );
  const config = app.get(AppConfig);
  await configureApp(app, config);
  await app.listen(port, 'localhost');
  const url = `http://localhost:${port}`;
  return {
    app,
    module,
    config,
    clock,
    url,
    database,
    sql: (text, values) => module.get(DataSource).query(text, values),
    uow: module.get(UnitOfWork),
    async call(method, path, { user, body, headers } = {}) {
      const response = await fetch(url + path, {
        method,
        redirect: 'manual',
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(user === undefined ? {} : { 'x-test-user': String(user) }),
          ...headers,
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      const text = await response.text();
      const parsed = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text;
      return { status: response.status, body: parsed as never, headers: response.headers };
    },
    async close() {
      // Requests that the simulator leaves hanging would block the shutdown.
      app.getHttpServer().closeAllConnections();
      await app.close();
      await database.dispose();
    },
  };
}

/** Polls until the result matches. @throws Error after `timeoutMs`. */
export async function eventually<T>(
  ask: () => Promise<T>,
  wanted: (answer: T) => boolean,
  timeoutMs = 30_000,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (wanted(answer)) return answer;
    if (Date.now() > deadline) throw new Error(`Still: ${JSON.stringify(answer)}`);
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
}
