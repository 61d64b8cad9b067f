import { Body, Controller, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors } from '../../common/http/api.decorators';
import { message, MessageResponse } from '../../common/http/common.dto';
import type { Actor } from '../../common/security/actor';
import { Authenticated, OwnAccount, CurrentActor } from '../../common/security/access.decorators';
import { ChangePasswordDto } from './password.dto';
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
