import {
  applyDecorators,
  Injectable,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  type Type,
} from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { tap, type Observable } from 'rxjs';
import { ProposalResponse } from './dto/proposal.response';

@Injectable()
class ProposalStatusInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(
      tap((body: { data?: object }) => {
        if (body.data && 'proposal' in body.data) reply.status(202);
      }),
    );
  }
}

/** Answers `response`, or above the limit of the settings 202 with the proposal for another admin. */
export const ProposesAboveLimit = (response: Type) =>
  applyDecorators(
    UseInterceptors(ProposalStatusInterceptor),
    ApiOkResponse({ type: response }),
    ApiAcceptedResponse({
      type: ProposalResponse,
      description: 'Above the limit of the settings: proposed to another admin, nothing moved.',
    }),
  );
