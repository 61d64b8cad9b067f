import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { ModuleRef, Reflector } from '@nestjs/core';
import type { FastifyReply } from 'fastify';
import { firstValueFrom, from, type Observable } from 'rxjs';
import { invalidFields } from '../../common/errors/domain-error';
import {
  IDEMPOTENT_KEY,
  toAccountKey,
  type IdempotentOptions,
} from '../../common/http/api.decorators';
import { getPersonId, type SessionActor } from '../../common/security/actor';
import type { AuthenticatedRequest } from '../../common/security/access.decorators';
import { IdempotencyService } from './idempotency.service';

const KEY_FORM = /^[\x21-\x7e]{1,255}$/;

/** Honours `Idempotency-Key` on routes marked `@Idempotent()`. */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly idempotency: IdempotencyService,
    private readonly moduleRef: ModuleRef,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const options = this.reflector.get<IdempotentOptions | undefined>(
      IDEMPOTENT_KEY,
      context.getHandler(),
    );
    if (context.getType() !== 'http' || !options) return next.handle();
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const key = request.headers['idempotency-key'];
    if (key === undefined || !request.user) return next.handle();
    if (typeof key !== 'string' || !KEY_FORM.test(key))
      throw invalidFields({
        'Idempotency-Key': ['Idempotency-Key takes 1 to 255 visible ASCII characters'],
      });
    return from(this.answer(request.user, key, request, context, next, options));
  }

  private async answer(
    actor: SessionActor,
    key: string,
    request: AuthenticatedRequest,
    context: ExecutionContext,
    next: CallHandler,
    { results: stored }: IdempotentOptions,
  ): Promise<unknown> {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    const { method, routeOptions, params, body: payload = null } = request;
    const call = [method, routeOptions.url, params, payload];
    // An answer about the owner's account is not repeated to somebody who left the team.
    if (actor.member) call.push(actor.userId);
    const execute = async () => ({
      body: (await firstValueFrom(next.handle())) as unknown,
      status: reply.statusCode,
    });
    const results = stored && this.moduleRef.get(stored, { strict: false });
    const hasResult = results && (() => results.hasResult(actor.userId, toAccountKey(key, actor)));
    // Keys are of a person: no member of a team meets the keys of another.
    const userId = getPersonId(actor);
    const { body, status } = await this.idempotency.run(userId, key, call, execute, hasResult);
    void reply.status(status);
    return body;
  }
}
