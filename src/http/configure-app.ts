import { RequestMethod } from '@nestjs/common';
import helmet from '@fastify/helmet';
import type { FastifyRequest } from 'fastify';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ErrorFilter } from '../common/errors/error.filter';
import { SecurityEventLog } from '../common/security/security-event-log.service';
import { validationPipe } from '../common/http/validation.pipe';
import type { AppConfig } from '../config/app-config';
import { isDatabaseUnavailable } from '../database/pg-errors';

export const API_PREFIX = 'api/v1';

/** Settings of every instance of the API, in tests as in production: prefix, validation, errors, headers. */
export async function configureApp(app: NestFastifyApplication, config: AppConfig): Promise<void> {
  app.setGlobalPrefix(API_PREFIX, {
    exclude: [
      { path: 'health/{*path}', method: RequestMethod.GET },
      { path: `${API_PREFIX}/health/{*path}`, method: RequestMethod.GET },
      { path: 'sandbox/{*path}', method: RequestMethod.ALL },
    ],
  });
  app.useGlobalPipes(validationPipe());
  useErrorFilter(app, app.get(SecurityEventLog, { strict: false }));
  await app.register(helmet, helmetOptions(config));
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onRequest', async (request, reply) => {
      reply.header('x-request-id', request.id);
      if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
    });
  useHtmlCharset(app);
  acceptEmptyJson(app);
  app.enableShutdownHooks();
}

/**
 * A request without a body may name JSON as its type, as many clients always do. Whether a body is
 * needed is for validation to say; invalid JSON stays malformed.
 */
function acceptEmptyJson(app: NestFastifyApplication): void {
  const fastify = app.getHttpAdapter().getInstance();
  const parse = fastify.getDefaultJsonParser('error', 'error');
  const { bodyLimit } = fastify.initialConfig;
  app.useBodyParser('application/json', { bodyLimit }, (request, body: Buffer, done) => {
    if (body.length === 0) done(null, undefined);
    else void parse(request as FastifyRequest, body.toString('utf8'), done);
  });
}

/** Names the character set of every page, also of those that libraries serve. */
export function useHtmlCharset(app: NestFastifyApplication): void {
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onSend', async (_request, reply) => {
      if (reply.getHeader('content-type') === 'text/html') reply.type('text/html; charset=utf-8');
    });
}

/**
 * Renders Nest's exceptions and Fastify's own errors (invalid JSON, body too large) alike. A Fastify
 * route takes its error handler when it is registered, which is before Nest sets one globally.
 */
export function useErrorFilter(app: NestFastifyApplication, events?: SecurityEventLog): void {
  const filter = new ErrorFilter(events, isDatabaseUnavailable);
  app.useGlobalFilters(filter);
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onRoute', (route) => {
      route.errorHandler ??= (error, request, reply) => filter.respond(error, request, reply);
    });
}

function helmetOptions(config: AppConfig) {
  const secure = config.http.appUrl.startsWith('https:');
  return {
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Ant Design injects its styles at run time.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        fontSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        upgradeInsecureRequests: secure ? [] : null,
      },
    },
    hsts: secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' as const },
    crossOriginEmbedderPolicy: false,
  };
}
