import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors, Envelope, IdempotencyKey, Idempotent } from '../../common/http/api.decorators';
import { Authenticated, CurrentActor, OwnerOnly } from '../../common/security/access.decorators';
import type { Actor } from '../../common/security/actor';
import { OrderService } from '../orders/order.service';
import { ClaimedTrialData, ClaimTrialDto, TrialData } from './trial.dto';
import { TrialService } from './trial.service';

@ApiTags('Proxies')
@Controller('user/trial')
@OwnerOnly()
export class TrialController {
  constructor(private readonly trials: TrialService) {}

  /** Whether you can have some residential traffic free of charge, once. */
  @Get()
  @Authenticated('user')
  getTrial(@CurrentActor() actor: Actor): Promise<TrialData> {
    return this.trials.find(actor);
  }

  /**
   * A residential proxy with the traffic of the trial, free of charge. Each person has it once: per account, mailbox and
   * network address, and a few people a day per domain of mail. Nothing is charged, and nothing can be refunded; a renewal
   * or added traffic makes it a proxy like others.
   */
  @Post()
  @Authenticated('user')
  @Idempotent(OrderService)
  @Envelope({ message: true })
  @ApiErrors({
    403: 'TRIAL_EMAIL_NOT_VERIFIED, or TRIAL_EMAIL_REFUSED for an address of throwaway mail.',
    404: 'TRIAL_OFF: the shop offers no trial.',
    409: 'TRIAL_USED, or TRIAL_LIMIT_REACHED for the domain of the email address today.',
    422: 'The country is not on sale.',
  })
  claimTrial(
    @CurrentActor() actor: Actor,
    @Body() body: ClaimTrialDto,
    @IdempotencyKey() key?: string,
  ): Promise<ClaimedTrialData> {
    return this.trials.claim(actor, body, key);
  }
}
