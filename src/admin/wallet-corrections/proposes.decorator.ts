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
import { Envelope } from '../../common/http/api.decorators';
import { ProposalData } from './wallet-corrections.dto';

@Injectable()
class ProposalStatusInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(
      tap((data: object) => {
        if ('proposal' in data) reply.status(202);
      }),
    );
  }
}

/** Answers `response`, or 202 with the proposal for another admin. */
const Proposes = (description: string, accepted: Type, response?: Type) =>
  applyDecorators(
    UseInterceptors(ProposalStatusInterceptor),
    Envelope({ message: true }),
    ...(response ? [ApiOkResponse({ type: response })] : []),
    ApiAcceptedResponse({ type: accepted, description }),
  );

export const NeedsApprovalAboveLimit = (response: Type) =>
  Proposes(
    'With the movements of the day above a limit of the settings: proposed to another admin, nothing moved.',
    ProposalData,
    response,
  );

/** For a change of rights or limits, where there is another admin. */
export const NeedsApproval = (response?: Type, accepted: Type = ProposalData) =>
  Proposes('Proposed to another admin, nothing changed.', accepted, response);
