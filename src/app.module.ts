import { Module, type DynamicModule } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR, NestFactory } from '@nestjs/core';
import { AccountModule } from './account/account.module';
import { AdminModule } from './admin/admin.module';
import { JwtAuthGuard, RolesGuard } from './auth/auth.guard';
import { AuthModule } from './auth/auth.module';
import { RateLimitGuard } from './auth/rate-limits/rate-limit.guard';
import { CatalogModule } from './catalog/catalog.module';
import { CommonModule } from './common/common.module';
import { type AppConfig, loadConfig } from './config/app-config';
import { ConfigModule } from './config/config.module';
import { DashboardModule } from './account/dashboard/dashboard.module';
import { DatabaseModule } from './database/database.module';
import { HealthModule } from './http/health/health.module';
import { loggingModule } from './http/logging.module';
import { IdempotencyInterceptor } from './http/idempotency/idempotency.interceptor';
import { IdempotencyModule } from './http/idempotency/idempotency.module';
import { NotificationsModule } from './notifications/notifications.module';
import { PaymentsModule } from './payments/payments.module';
import { ProxiesModule } from './proxies/proxies.module';
import { QueueModule } from './queue/queue.module';
import { ReferralsModule } from './referrals/referrals.module';
import { SandboxModule } from './sandbox/sandbox.module';
import { SupportModule } from './account/support/support.module';
import { TicketsModule } from './tickets/tickets.module';
import { UsersModule } from './users/users.module';
import { WalletModule } from './wallet/wallet.module';
import { WebhooksModule } from './webhooks/webhooks.module';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Logger } from 'nestjs-pino';
import { ErrorFilter } from './common/errors/error.filter';
import { Metrics } from './common/metrics/metrics';
import { configureApp } from './http/configure-app';
import { deadlineOptions, REQUEST_DEADLINES } from './http/request-deadlines';
import { getRequestId } from './http/request-id';
import { handleClientError } from './http/client-error-handler';

/**
 * Records request durations by route pattern. The path would be a label of unbounded cardinality,
 * since it carries ids. Must be called before the application is initialised.
 */
function recordHttpMetrics(app: NestFastifyApplication, metrics: Metrics): void {
  const duration = metrics.durations(
    'http_request_duration_seconds',
    'From the request to the end of its answer.',
    ['method', 'route', 'status'],
  );
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onResponse', async (request, reply) => {
      duration.observe(
        {
          method: request.method,
          route: request.routeOptions.url ?? 'none',
          status: `${Math.floor(reply.statusCode / 100)}xx`,
        },
        reply.elapsedTime / 1000,
      );
    });
}

/**
 * The API process: every module, with the guards and interceptors that hold for all of them. The
 * guards run in this order: authentication, roles, rate limits.
 */
@Module({
  imports: [
    ConfigModule,
    CommonModule,
    QueueModule,
    IdempotencyModule,
    HealthModule,
    CatalogModule,
    AuthModule,
    UsersModule,
    WalletModule,
    PaymentsModule,
    ProxiesModule,
    DashboardModule,
    NotificationsModule,
    ReferralsModule,
    SupportModule,
    TicketsModule,
    WebhooksModule,
    AccountModule,
    AdminModule,
  ],
  providers: [
    { provide: APP_GUARD, useExisting: JwtAuthGuard },
    { provide: APP_GUARD, useExisting: RolesGuard },
    { provide: APP_GUARD, useExisting: RateLimitGuard },
    { provide: APP_INTERCEPTOR, useClass: IdempotencyInterceptor },
  ],
})
export class AppModule {
  static forConfig(config: AppConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        DatabaseModule.forProcess('api'),
        loggingModule('api'),
        ...(config.sandbox ? [SandboxModule] : []),
      ],
    };
  }
}

const BODY_LIMIT_BYTES = 256 * 1024;

/**
 * Builds the API without listening.
 * @param preview true for the OpenAPI document: nothing is instantiated, no database is needed.
 */
export async function createApp(preview = false): Promise<NestFastifyApplication> {
  const config = loadConfig();
  const adapter = new FastifyAdapter({
    genReqId: getRequestId,
    trustProxy: config.http.trustProxy,
    bodyLimit: BODY_LIMIT_BYTES,
    ...deadlineOptions(REQUEST_DEADLINES),
    // Errors before routing, such as a path that cannot be decoded.
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) =>
      new ErrorFilter().respond(error, request, reply),
    clientErrorHandler: handleClientError,
  });
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.forConfig(config),
    adapter,
    preview
      ? { preview, logger: ['error', 'warn'], abortOnError: false }
      : { bufferLogs: true, rawBody: true, abortOnError: false },
  );
  if (!preview) {
    app.useLogger(app.get(Logger));
    recordHttpMetrics(app, app.get(Metrics));
  }
  await configureApp(app, config);
  return app;
}
