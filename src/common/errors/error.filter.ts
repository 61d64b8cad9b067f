import {
  Catch,
  HttpException,
  Logger,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SecurityEventLog } from '../security/security-event-log.service';
import { DomainError, type ErrorKind } from './domain-error';

const STATUS_OF_KIND: Record<ErrorKind, number> = {
  malformed: 400,
  unauthenticated: 401,
  insufficient_balance: 402,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  invalid: 422,
  throttled: 429,
  upstream_failed: 502,
  unavailable: 503,
};

interface ErrorBody {
  status: number;
  code: string;
  message: string;
  errors?: unknown;
  retryAfter?: number;
}

const CODE_OF_STATUS: Record<number, string> = {
  400: 'MALFORMED_REQUEST',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'VALIDATION_FAILED',
  429: 'TOO_MANY_REQUESTS',
  503: 'SERVICE_UNAVAILABLE',
};

const INTERNAL: ErrorBody = {
  status: 500,
  code: 'INTERNAL_ERROR',
  message: 'Something went wrong on our side. Nothing was lost; please try again.',
};

const UNAVAILABLE: ErrorBody = {
  status: 503,
  code: 'SERVICE_UNAVAILABLE',
  message: 'The service cannot answer at the moment. Please try again in a few seconds.',
  retryAfter: 5,
};

/** Renders every exception as ErrorResponse. Only unexpected ones are logged as errors. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger(ErrorFilter.name);

  /** @param isUnavailable whether an error comes of a dependency that is away, so that a later try may succeed. */
  constructor(
    private readonly securityEvents?: SecurityEventLog,
    private readonly isUnavailable: (error: unknown) => boolean = () => false,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    this.securityEvents?.record(error, request);
    this.respond(error, request, http.getResponse<FastifyReply>());
  }

  /** Also for errors that Fastify raises outside Nest. */
  respond(error: unknown, request: Pick<FastifyRequest, 'id'>, reply: FastifyReply): void {
    const { status, retryAfter, ...body } = this.toErrorBody(error);
    if (status >= 500) this.log(error, body);
    if (retryAfter !== undefined) void reply.header('retry-after', String(Math.ceil(retryAfter)));
    void reply
      .status(status)
      .header('cache-control', 'no-store')
      // No hook has run when the URL could not be decoded.
      .header('x-request-id', request.id)
      .send({ success: false, ...body, request_id: request.id });
  }

  /** A domain error such as an unavailable provider is expected; any other 5xx is a defect. */
  private log(error: unknown, { code, message }: Pick<ErrorBody, 'code' | 'message'>): void {
    if (error instanceof DomainError) this.logger.warn({ code, kind: error.kind }, message);
    else this.logger.error({ err: error }, message);
  }

  private toErrorBody(error: unknown): ErrorBody {
    if (error instanceof DomainError)
      return {
        status: STATUS_OF_KIND[error.kind],
        code: error.code,
        message: error.message,
        errors: error.details,
        retryAfter: error.retryAfter,
      };
    if (error instanceof HttpException) return this.fromStatus(error.getStatus(), error.message);
    if (this.isUnavailable(error)) return UNAVAILABLE;
    const status = fastifyStatus(error);
    return status ? this.fromStatus(status, (error as Error).message) : INTERNAL;
  }

  private fromStatus(status: number, message: string): ErrorBody {
    if (status >= 500 && status !== 503) return INTERNAL;
    return { status, code: CODE_OF_STATUS[status] ?? 'REQUEST_REFUSED', message };
  }
}

/** Fastify's own errors (body too large, invalid JSON, …) carry their status. */
function fastifyStatus(error: unknown): number | undefined {
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : undefined;
}
