import { Envelope } from '../../common/http/api.decorators';
import { Body, Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { message, MessageResponse, ReasonDto } from '../../common/http/common.dto';
import { ParseIdPipe } from '../../common/http/request.pipes';
import type { SessionActor } from '../../common/security/actor';
import { Authenticated, CurrentActor } from '../../common/security/access.decorators';
import { StaffAction } from '../staff-action.decorator';
import { StaffTwoFactorResponse, toStaffTwoFactorList } from './two-factor.dto';
import { TwoFactorService } from '../../auth/two-factor/two-factor.service';

@ApiTags('Admin security')
@Controller('admin/second-factor')
export class AdminTwoFactorController {
  constructor(private readonly twoFactor: TwoFactorService) {}

  /** All staff with their two-factor status. */
  @Get('staff')
  @Authenticated('admin')
  @Envelope({ name: 'StaffTwoFactorList', description: 'By name.' })
  async adminListStaffTwoFactor(): Promise<StaffTwoFactorResponse[]> {
    return toStaffTwoFactorList(await this.twoFactor.listStaff());
  }

  /**
   * Removes the two-factor setup of a staff member who lost both the app and the recovery codes, and ends
   * their sessions. Needs a sign-in within the last 15 minutes.
   */
  @StaffAction('staff/:id/reset', {
    403: 'REAUTHENTICATION_REQUIRED.',
    404: 'No staff member has this id.',
    409: 'SECOND_FACTOR_OFF.',
  })
  async adminResetTwoFactor(
    @CurrentActor() actor: SessionActor,
    @Param('id', ParseIdPipe) id: number,
    @Body() { reason }: ReasonDto,
  ): Promise<MessageResponse> {
    return this.twoFactor
      .reset(actor, id, reason)
      .then(() =>
        message('Two-factor authentication was reset. The staff member was notified by email.'),
      );
  }
}
