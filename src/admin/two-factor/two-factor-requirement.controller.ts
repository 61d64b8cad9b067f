import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors } from '../../common/http/api.decorators';
import type { SessionActor } from '../../common/security/actor';
import { Authenticated, CurrentActor } from '../../common/security/access.decorators';
import {
  RequireTwoFactorDto,
  toTwoFactorRequirement,
  TwoFactorRequirementData,
} from './two-factor.dto';
import { TwoFactorRequirementService } from './two-factor-requirement.service';

@ApiTags('Admin security')
@Controller('admin/second-factor/requirement')
export class TwoFactorRequirementController {
  constructor(private readonly requirement: TwoFactorRequirementService) {}

  /** Whether staff need two-factor authentication. */
  @Get()
  @Authenticated('admin')
  async adminGetTwoFactorRequirement(): Promise<TwoFactorRequirementData> {
    return toTwoFactorRequirement(await this.requirement.isRequired());
  }

  /**
   * Requires two-factor authentication of staff, or no longer. Staff without it can then only set it up: every
   * other staff call answers 403 TWO_FACTOR_SETUP_REQUIRED. Needs a sign-in within the last 15 minutes.
   */
  @Put()
  @Authenticated('admin')
  @ApiErrors({
    403: 'REAUTHENTICATION_REQUIRED.',
    409: 'SECOND_FACTOR_OFF: your own account has none.',
  })
  async adminRequireTwoFactor(
    @CurrentActor() actor: SessionActor,
    @Body() { required }: RequireTwoFactorDto,
  ): Promise<TwoFactorRequirementData> {
    await this.requirement.require(actor, required);
    return toTwoFactorRequirement(required);
  }
}
