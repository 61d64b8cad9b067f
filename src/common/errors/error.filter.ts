import {
  Catch,
  HttpException,
  Logger,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError, type ErrorKind } from './domain-error';
import { ERROR_STATUS } from './error-status';

interface Rendered {
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

const INTERNAL: Rendered = {
  status: 500,
  code: 'INTERNAL_ERROR',
  message: 'Something went wrong on our side. Nothing was lost; please try again.',
};

/** Turns whatever was thrown into the one error envelope. Only the unexpected is logged as an error. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger(ErrorFilter.name);

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  /** The same for what fails before Nest has the request. */
  answer(error: unknown, request: Pick<FastifyRequest, 'id'>, reply: FastifyReply): void {
    const { status, retryAfter, ...body } = this.render(error);
    if (status >= 500) this.report(error, body);
    if (retryAfter !== undefined) void reply.header('retry-after', String(Math.ceil(retryAfter)));
    void reply
      .status(status)
      .header('cache-control', 'no-store')
      .send({ success: false, ...body, request_id: request.id });
  }

  /** A provider that refuses or is away is expected; anything else of ours is not. */
  private report(error: unknown, { code, message }: Pick<Rendered, 'code' | 'message'>): void {
    if (error instanceof DomainError) this.logger.warn({ code, kind: error.kind }, message);
    else this.logger.error({ err: error }, message);
  }

  private render(error: unknown): Rendered {
    if (error instanceof DomainError)
      return {
        status: ERROR_STATUS[error.kind satisfies ErrorKind],
        code: error.code,
        message: error.message,
        errors: error.details,
        retryAfter: error.retryAfter,
      };
    if (error instanceof HttpException) return this.renderHttp(error.getStatus(), error.message);
    const status = fastifyStatus(error);
    return status ? this.renderHttp(status, (error as Error).message) : INTERNAL;
  }

  private renderHttp(status: number, message: string): Rendered {
    if (status >= 500 && status !== 503) return INTERNAL;
    return { status, code: CODE_OF_STATUS[status] ?? 'REQUEST_REFUSED', message };
  }
}

/** Fastify's own refusals (body too large, bad JSON, …) carry their status. */
function fastifyStatus(error: unknown): number | undefined {
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : undefined;
}
