import {
  RequestMethod,
  BadRequestException,
  UnsupportedMediaTypeException,
  StreamableFile,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { OutgoingHttpHeaders } from 'node:http';
import helmet from '@fastify/helmet';
import { fastify, type FastifyRequest } from 'fastify';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ErrorFilter } from '../common/errors/error.filter';
import { SecurityEventLog } from '../common/security/security-event-log.service';
import { validationPipe } from '../common/http/request.pipes';
import type { AppConfig } from '../config/app-config';
import { isDatabaseUnavailable } from '../database/pg-errors';
import { parse as parseForm } from 'node:querystring';
import { map, type Observable } from 'rxjs';
import { ENVELOPE, messageOf, type EnvelopeOptions } from '../common/http/api.decorators';

/**
 * Makes the body of a success of the API `{success: true, message?, data}`, with the message of `@Envelope`. Files,
 * empty answers and bodies that say `success` themselves, such as a `MessageResponse`, stay as they are.
 */
class EnvelopeInterceptor implements NestInterceptor {
  constructor(private readonly prefix: string) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { url } = context.switchToHttp().getRequest<FastifyRequest>().routeOptions;
    if (!url?.startsWith(`/${this.prefix}/`)) return next.handle();
    const options = Reflect.getMetadata(ENVELOPE, context.getHandler()) as
      | EnvelopeOptions
      | undefined;
    return next.handle().pipe(map((body: unknown) => envelop(body, options?.message)));
  }
}

function envelop(body: unknown, fixed: EnvelopeOptions['message']): unknown {
  if (typeof body !== 'object' || body instanceof StreamableFile) return body;
  if (body !== null && 'success' in body) return body;
  const message = fixed === true ? body && messageOf(body) : fixed;
  return { success: true, ...(message && { message }), data: body };
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true });
const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/i;

/**
 * The text of a body. Other bytes than UTF-8 would be stored as U+FFFD, and other character sets as something else
 * than was sent.
 * @throws HttpException 400 or 415.
 */
function decodeBody(contentType: string | undefined, body: Buffer): string {
  const charset = CHARSET.exec(contentType ?? '')?.[1]?.toLowerCase() ?? 'utf-8';
  if (charset !== 'utf-8' && charset !== 'utf8')
    throw new UnsupportedMediaTypeException('The request must be in UTF-8.');
  try {
    return UTF_8.decode(body);
  } catch {
    throw new BadRequestException('The request is not valid UTF-8.');
  }
}

/** @throws HttpException 400 for escapes that are not UTF-8. */
function decodeForm(text: string): Record<string, unknown> {
  try {
    decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new BadRequestException('The request is not valid UTF-8.');
  }
  return { ...parseForm(text) };
}

/**
 * Bodies are UTF-8; `rawBody` stays as it was sent, for signatures. A request without a body may name JSON as its type,
 * as many clients always do: whether a body is needed is for validation to say. Invalid JSON stays malformed.
 */
function useBodyParsers(app: NestFastifyApplication, receivesMail: boolean): void {
  const fastify = app.getHttpAdapter().getInstance();
  useFileParsers(app, receivesMail);
  const parseJson = fastify.getDefaultJsonParser('error', 'error');
  const { bodyLimit } = fastify.initialConfig;
  const use = (
    type: string,
    parse: (
      request: FastifyRequest,
      text: string,
      done: (error: Error | null, body?: unknown) => void,
    ) => void,
  ) =>
    app.useBodyParser(type, { bodyLimit }, (request, body: Buffer, done) => {
      try {
        parse(request as FastifyRequest, decodeBody(request.headers['content-type'], body), done);
      } catch (error) {
        done(error as Error);
      }
    });
  use('application/json', (request, text, done) => {
    if (text === '') done(null, undefined);
    else void parseJson(request, text, done);
  });
  use('application/x-www-form-urlencoded', (_request, text, done) => done(null, decodeForm(text)));
}

const MIB = 1024 * 1024;

/** A body that is a file stays a Buffer. On all other routes it has the limit of any other body. */
function useFileParsers(app: NestFastifyApplication, receivesMail: boolean): void {
  const routes: [route: RegExp, type: string, bytes: number | undefined][] = [
    [/\/tickets\/attachments$/, 'application/octet-stream', 5 * MIB],
    // A body is read before its secret is checked: a shop that receives no mail reads none of that size.
    [/\/tickets\/inbound$/, 'message/rfc822', receivesMail ? 20 * MIB : undefined],
  ];
  for (const [route, type, bodyLimit] of routes) {
    app
      .getHttpAdapter()
      .getInstance()
      .addHook('onRoute', (options) => {
        if (route.test(options.url) && options.method === 'POST' && bodyLimit)
          options.bodyLimit = bodyLimit;
      });
    app.useBodyParser(type, {}, (_request, body: Buffer, done) => done(null, body));
  }
}

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
