import { RequestMethod } from '@nestjs/common';
import type { OutgoingHttpHeaders } from 'node:http';
import helmet from '@fastify/helmet';
import { fastify } from 'fastify';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ErrorFilter } from '../common/errors/error.filter';
import { SecurityEventLog } from '../common/security/security-event-log.service';
import { validationPipe } from '../common/http/request.pipes';
import type { AppConfig } from '../config/app-config';
import { isDatabaseUnavailable } from '../database/pg-errors';
import { EnvelopeInterceptor } from './envelope.interceptor';
import { useBodyParsers } from './body-parsers';

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
  app.useGlobalInterceptors(new EnvelopeInterceptor(API_PREFIX));
  useErrorFilter(app, app.get(SecurityEventLog, { strict: false }));
  const securityHeaders = await readSecurityHeaders(config);
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onRequest', (request, reply, done) => {
      for (const [name, value] of securityHeaders) reply.raw.setHeader(name, value);
      reply.header('x-request-id', request.id);
      if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
      done();
    });
  useHtmlCharset(app);
  useBodyParsers(app, config.support.inboundSecret !== undefined);
  app.enableShutdownHooks();
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

/** Helmet's headers, which are those of every response; helmet itself computes them anew for each request. */
async function readSecurityHeaders(config: AppConfig): Promise<[string, string][]> {
  const probe = fastify();
  let headers: OutgoingHttpHeaders = {};
  await probe.register(helmet, helmetOptions(config));
  probe.get('/', (_request, reply) => {
    headers = reply.raw.getHeaders();
    return '';
  });
  await probe.inject('/');
  await probe.close();
  return Object.entries(headers).map(([name, value]) => [name, String(value)]);
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
