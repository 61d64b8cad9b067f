import {
  StreamableFile,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import { ENVELOPE, messageOf, type EnvelopeOptions } from '../common/http/api.decorators';

/**
 * Makes the body of a success of the API `{success: true, message?, data}`, with the message of `@Envelope`. Files,
 * empty answers and bodies that say `success` themselves, such as a `MessageResponse`, stay as they are.
 */
export class EnvelopeInterceptor implements NestInterceptor {
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
