import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors } from '../../../common/http/api-errors.decorator';
import type { Actor } from '../../../common/security/actor';
import { AllowApiKey } from '../../../common/security/allow-api-key.decorator';
import { Authenticated } from '../../../common/security/authenticated.decorator';
import { OwnerOnly } from '../../../common/security/team-access.decorator';
import { CurrentActor } from '../../../common/security/current-actor.decorator';
import { BillingDetailsService } from './billing-details.service';
import { SaveBillingDetailsDto, toBuyer } from './dto/billing-details.dto';
import { BillingDetailsResponse, toBillingDetails } from './dto/billing-details.response';

@ApiTags('Profile')
@Controller('user/billing-details')
export class BillingDetailsController {
  constructor(private readonly billing: BillingDetailsService) {}

  /** The name and address on your invoices. */
  @Get()
  @Authenticated('user')
  @AllowApiKey('read')
  async getBillingDetails(@CurrentActor() actor: Actor): Promise<BillingDetailsResponse> {
    return toBillingDetails(await this.billing.get(actor));
  }

  /** Replaces the name and address on your invoices. Invoices that were issued keep theirs. */
  @Put()
  @Authenticated('user')
  @OwnerOnly()
  @ApiErrors({ 422: 'The name or the address is missing, or a field is invalid.' })
  async saveBillingDetails(
    @CurrentActor() actor: Actor,
    @Body() body: SaveBillingDetailsDto,
  ): Promise<BillingDetailsResponse> {
    return toBillingDetails(await this.billing.save(actor, toBuyer(body)));
  }
}
