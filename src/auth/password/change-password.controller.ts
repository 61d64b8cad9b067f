import { Body, Controller, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors } from '../../common/http/api-errors.decorator';
import { message, MessageResponse } from '../../common/http/envelope.response';
import type { Actor } from '../../common/security/actor';
import { Authenticated } from '../../common/security/authenticated.decorator';
import { OwnAccount } from '../../common/security/team-access.decorator';
import { CurrentActor } from '../../common/security/current-actor.decorator';
import { ChangePasswordDto } from './dto/change-password.dto';
import { ChangePasswordService } from './change-password.service';

@ApiTags('Profile')
@Controller('profile')
export class ChangePasswordController {
  constructor(private readonly passwords: ChangePasswordService) {}

  /** Sets a new password and ends the user's other sessions; the current one stays valid. */
  @Put('change-password')
  @Authenticated()
  @OwnAccount()
  @ApiErrors({
    422: '`errors.old_password`: not the current password; or the new password is invalid.',
  })
  async changePassword(
    @CurrentActor() actor: Actor,
    @Body() { old_password, new_password }: ChangePasswordDto,
  ): Promise<MessageResponse> {
    return this.passwords
      .change(actor, old_password, new_password)
      .then(() => message('Password changed successfully'));
  }
}
