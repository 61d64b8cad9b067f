import { Body, Controller, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { TwoFactorService } from '../../auth/two-factor/two-factor.service';
import { message, MessageResponse, ReasonDto } from '../../common/http/common.dto';
import { ParseIdPipe } from '../../common/http/request.pipes';
import type { SessionActor } from '../../common/security/actor';
import { CurrentActor } from '../../common/security/access.decorators';
import { StaffAction } from '../staff-action.decorator';

@ApiTags('Admin users')
@Controller('admin/users/:id')
export class CustomerTwoFactorController {
  constructor(private readonly twoFactor: TwoFactorService) {}

  /**
   * Removes the two-factor setup of a customer who lost both the app and the recovery codes, and ends the
   * sessions. Needs a sign-in within the last 15 minutes.
   */
  @StaffAction('reset-two-factor', {
    403: 'REAUTHENTICATION_REQUIRED.',
    404: 'No open account has this id.',
    409: 'SECOND_FACTOR_OFF.',
  })
  async adminResetCustomerTwoFactor(
    @CurrentActor() actor: SessionActor,
    @Param('id', ParseIdPipe) id: number,
    @Body() { reason }: ReasonDto,
  ): Promise<MessageResponse> {
    await this.twoFactor.resetCustomer(actor, id, reason);
    return message('Two-factor authentication was reset. The customer was notified by email.');
  }
}
