import { Envelope, ApiErrors } from '../../common/http/api.decorators';
import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { message, MessageResponse } from '../../common/http/common.dto';
import type { SessionActor } from '../../common/security/actor';
import { Authenticated, OwnAccount, CurrentActor } from '../../common/security/access.decorators';
import { toUserResponse, UserEnvelopeData } from '../../users/users.types';
import { EmailDto } from '../auth.dto';
import { ConfirmEmailChangeDto } from './email-change.dto';
import { EmailChangeService } from './email-change.service';

@ApiTags('Profile')
@Controller('user/email-change')
@Authenticated('user')
@OwnAccount()
export class EmailChangeController {
  constructor(private readonly emails: EmailChangeService) {}

  /**
   * Mails a code to the present and another to the new address, each valid for 10 minutes. Needs a sign-in
   * within the last 15 minutes.
   */
  @Post()
  @HttpCode(200)
  @ApiErrors({
    403: 'REAUTHENTICATION_REQUIRED.',
    422: '`errors.email`: not an address, yours already, or of another account.',
  })
  async beginEmailChange(
    @CurrentActor() actor: SessionActor,
    @Body() { email }: EmailDto,
  ): Promise<MessageResponse> {
    await this.emails.begin(actor, email);
    return message('We sent a code to both addresses.');
  }

  /** Changes the address with both codes, and ends your other sessions. */
  @Post('confirm')
  @HttpCode(200)
  @ApiErrors({ 422: '`errors.current_code`, `errors.new_code` or `errors.email`.' })
  @Envelope({ name: 'User', message: true })
  async confirmEmailChange(
    @CurrentActor() actor: SessionActor,
    @Body() { email, current_code, new_code }: ConfirmEmailChangeDto,
  ): Promise<UserEnvelopeData> {
    const account = await this.emails.confirm(actor, {
      email,
      currentCode: current_code,
      newCode: new_code,
    });
    return toUserResponse(account, 'Your email address was changed.');
  }
}
