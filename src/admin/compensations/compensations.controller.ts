import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors, Envelope, IdempotencyKey, Idempotent } from '../../common/http/api.decorators';
import { CurrentActor, StaffOnly } from '../../common/security/access.decorators';
import type { Actor } from '../../common/security/actor';
import {
  CompensationData,
  CompensationPreviewData,
  CompensationsData,
  CompensationTermsDto,
  ProposeCompensationDto,
} from './compensation.dto';
import { CompensationsService } from './compensations.service';

const ERRORS = { 422: 'A field is missing or invalid, or nothing says who is meant.' };

@ApiTags('Admin wallet corrections')
@Controller('admin/compensations')
export class CompensationsController {
  constructor(private readonly compensations: CompensationsService) {}

  /** The last compensations of many customers, with their progress. */
  @Get()
  @StaffOnly('wallets.manage')
  adminListCompensations(): Promise<CompensationsData> {
    return this.compensations.list();
  }

  /** How many customers a compensation would reach and what it costs. Nothing is stored. */
  @Post('preview')
  @HttpCode(200)
  @StaffOnly('wallets.manage')
  @ApiErrors(ERRORS)
  adminPreviewCompensation(@Body() body: CompensationTermsDto): Promise<CompensationPreviewData> {
    return this.compensations.preview(body);
  }

  /**
   * Compensates customers for an outage. Above the limit of the settings it is proposed, under `wallet-corrections`, and
   * carried out when another admin has approved it: by the worker, once for each customer, who reads the reason.
   */
  @Post()
  @StaffOnly('wallets.manage')
  @Idempotent()
  @ApiErrors({ ...ERRORS, 409: '`NOBODY_COMPENSATED` or `COMPENSATION_CHANGED`.' })
  @Envelope({ name: 'OneCompensation', message: true })
  adminProposeCompensation(
    @CurrentActor() actor: Actor,
    @Body() body: ProposeCompensationDto,
    @IdempotencyKey() key: string | undefined,
  ): Promise<CompensationData> {
    return this.compensations.propose(actor, body, key);
  }
}
