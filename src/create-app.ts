import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Logger } from 'nestjs-pino';
import { AppModule } from './app.module';
import { ErrorFilter } from './common/errors/error.filter';
import { Metrics } from './common/metrics/metrics';
import { loadConfig } from './config/app-config';
import { configureApp } from './http/configure-app';
import { recordHttpMetrics } from './http/http-metrics';
import { deadlineOptions, REQUEST_DEADLINES } from './http/request-deadlines';
import { getRequestId } from './http/request-id';
import { handleClientError } from './http/client-error-handler';

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
