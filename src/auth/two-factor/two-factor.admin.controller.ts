import { ApiErrors } from '../../common/http/api.decorators';
import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { message, MessageResponse, ReasonDto } from '../../common/http/common.dto';
import { ParseIdPipe } from '../../common/http/request.pipes';
import type { SessionActor } from '../../common/security/actor';
import { CurrentActor, StaffOnly } from '../../common/security/access.decorators';
import { StaffAction } from '../../common/http/staff-action.decorator';
import { RequireTwoFactorDto, TwoFactorRequirementData } from './two-factor.dto';
import { TwoFactorService } from './two-factor.service';

@ApiTags('Admin security')
@Controller('admin/second-factor')
export class TwoFactorAdminController {
  constructor(private readonly twoFactor: TwoFactorService) {}

  /**
   * Removes the two-factor setup of a staff member who lost both the app and the recovery codes, and ends
   * their sessions. Needs a sign-in within the last 15 minutes.
   */
  @StaffAction('staff.manage', 'staff/:id/reset', {
    403: 'REAUTHENTICATION_REQUIRED.',
    404: 'No staff member has this id.',
    409: 'SECOND_FACTOR_OFF.',
  })
  async adminResetTwoFactor(
    @CurrentActor() actor: SessionActor,
    @Param('id', ParseIdPipe) id: number,
    @Body() { reason }: ReasonDto,
  ): Promise<MessageResponse> {
    await this.twoFactor.reset(actor, id, reason);
    return message('Two-factor authentication was reset. The staff member was notified by email.');
  }

  /** Whether staff need two-factor authentication. */
  @Get('requirement')
  @StaffOnly('staff.manage')
  adminGetTwoFactorRequirement(): Promise<TwoFactorRequirementData> {
    return this.twoFactor.getRequirement();
  }

  /**
   * Requires two-factor authentication of staff, or no longer. Staff without it can then only set it up: every
   * other staff call answers 403 TWO_FACTOR_SETUP_REQUIRED. Needs a sign-in within the last 15 minutes.
   */
  @Put('requirement')
  @StaffOnly('staff.manage')
  @ApiErrors({
    403: 'REAUTHENTICATION_REQUIRED.',
    409: 'SECOND_FACTOR_OFF: your own account has none.',
  })
  adminRequireTwoFactor(
    @CurrentActor() actor: SessionActor,
    @Body() { required }: RequireTwoFactorDto,
  ): Promise<TwoFactorRequirementData> {
    return this.twoFactor.require(actor, required);
  }
}
