import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PageQuery, toPage } from '../common/http/pagination.dto';
import type { Actor } from '../common/security/actor';
import {
  AllowApiKey,
  Authenticated,
  OwnerOnly,
  CurrentActor,
} from '../common/security/access.decorators';
import { ReferralsData } from './referrals.dto';
import { ReferralsService } from './referrals.service';

const PER_PAGE = 15;

@ApiTags('Wallet')
@Controller('user/referrals')
export class ReferralsController {
  constructor(private readonly referrals: ReferralsService) {}

  /** Your invitation link, what it brings, and the customers who followed it. */
  @Get()
  @Authenticated('user')
  @OwnerOnly()
  @AllowApiKey('read')
  getReferrals(@CurrentActor() actor: Actor, @Query() query: PageQuery): Promise<ReferralsData> {
    return this.referrals.findOwn(actor, toPage(query, PER_PAGE));
  }
}
