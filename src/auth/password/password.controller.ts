import { Body, Controller, Put, Headers, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors, RateLimit } from '../../common/http/api.decorators';
import { message, MessageResponse } from '../../common/http/common.dto';
import type { Actor, ClientInfo, SessionActor } from '../../common/security/actor';
import {
  Authenticated,
  OwnAccount,
  CurrentActor,
  Public,
  CurrentClient,
} from '../../common/security/access.decorators';
import { ChangePasswordDto, ResetCodeDto, ResetPasswordDto, SetPasswordDto } from './password.dto';
import { EmailDto } from '../auth.dto';
import { CODES_PER_ADDRESS } from '../rate-limits/rate-limit.policies';
import { PasswordChangeService } from './password-change.service';

@ApiTags('Profile')
@Controller('profile')
export class ChangePasswordController {
  constructor(private readonly passwords: PasswordChangeService) {}

  /** Sets a new password and ends the user's other sessions; the current one stays valid. */
  @Put('change-password')
  @Authenticated()
  @OwnAccount()
  @ApiErrors({
    422: '`errors.old_password`: not the current password; or the new password is invalid.',
  })
  async changePassword(
    @CurrentActor() actor: Actor,
    @Body() body: ChangePasswordDto,
  ): Promise<MessageResponse> {
    await this.passwords.change(actor, body);
    return message('Password changed successfully');
  }

  /** Sets the first password of an account that only signs in with Google, and ends the user's other sessions. */
  @Post('set-password')
  @HttpCode(200)
  @Authenticated()
  @OwnAccount()
  @ApiErrors({
    403: 'REAUTHENTICATION_REQUIRED: sign in with Google again.',
    409: 'PASSWORD_EXISTS: change it instead.',
  })
  async setPassword(
    @CurrentActor() actor: SessionActor,
    @Body() body: SetPasswordDto,
  ): Promise<MessageResponse> {
    await this.passwords.setFirst(actor, body);
    return message('Your password is set. You can sign in with it or with Google.');
  }
}

@ApiTags('Authentication')
@Controller('auth')
@Public()
export class PasswordResetController {
  constructor(private readonly passwords: PasswordChangeService) {}

  /**
   * Mails a six-digit code that is valid for ten minutes; the one before stays valid with it. The response
   * is the same whether the account exists or not. A network waits one to five minutes between two requests
   * for one account; a request from another network is answered by the code already on its way.
   */
  @Post('forgot-password')
  @HttpCode(200)
  @RateLimit('code', CODES_PER_ADDRESS)
  async forgotPassword(
    @Body() { email }: EmailDto,
    @CurrentClient() client: ClientInfo,
  ): Promise<MessageResponse> {
    await this.passwords.sendCode(email, client);
    return message('Verification code sent to your email');
  }

  /** Checks a code without consuming it. Wrong attempts lead to growing waits, up to 15 minutes. */
  @Post('verify-reset-token')
  @HttpCode(200)
  @RateLimit('code', CODES_PER_ADDRESS)
  @ApiErrors({ 422: 'INVALID_CODE.' })
  async verifyResetToken(
    @Body() body: ResetCodeDto,
    @CurrentClient() client: ClientInfo,
    @Headers('cookie') cookies: string | undefined,
  ): Promise<MessageResponse> {
    await this.passwords.checkCode(body, client, cookies);
    return message('Code verified successfully');
  }

  /** Sets a new password, consumes the code and ends every session of the user. */
  @Post('reset-password')
  @HttpCode(200)
  @RateLimit('code', CODES_PER_ADDRESS)
  @ApiErrors({ 422: 'INVALID_CODE, or the new password is invalid.' })
  async resetPassword(
    @Body() body: ResetPasswordDto,
    @CurrentClient() client: ClientInfo,
    @Headers('cookie') cookies: string | undefined,
  ): Promise<MessageResponse> {
    await this.passwords.reset(body, client, cookies);
    return message('Password reset successfully');
  }
}
