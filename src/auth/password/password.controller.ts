import { Body, Controller, Put, Headers, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors, RateLimit } from '../../common/http/api.decorators';
import { message, MessageResponse } from '../../common/http/common.dto';
import type { Actor, ClientInfo } from '../../common/security/actor';
import {
  Authenticated,
  OwnAccount,
  CurrentActor,
  Public,
  CurrentClient,
} from '../../common/security/access.decorators';
import { ChangePasswordDto, ResetCodeDto, ResetPasswordDto } from './password.dto';
import { ChangePasswordService } from './change-password.service';
import { EmailDto } from '../auth.dto';
import { CODES_PER_ADDRESS } from '../rate-limits/rate-limit.policies';
import { PasswordResetService } from './password-reset.service';

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

@ApiTags('Authentication')
@Controller('auth')
@Public()
export class PasswordResetController {
  constructor(private readonly reset: PasswordResetService) {}

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
    return this.reset
      .sendCode(email, client)
      .then(() => message('Verification code sent to your email'));
  }

  /** Checks a code without consuming it. Wrong attempts lead to growing waits, up to 15 minutes. */
  @Post('verify-reset-token')
  @HttpCode(200)
  @RateLimit('code', CODES_PER_ADDRESS)
  @ApiErrors({ 422: 'INVALID_CODE.' })
  async verifyResetToken(
    @Body() { email, token }: ResetCodeDto,
    @CurrentClient() client: ClientInfo,
    @Headers('cookie') cookies: string | undefined,
  ): Promise<MessageResponse> {
    return this.reset
      .checkCode(email, token, { ...client, cookies })
      .then(() => message('Code verified successfully'));
  }

  /** Sets a new password, consumes the code and ends every session of the user. */
  @Post('reset-password')
  @HttpCode(200)
  @RateLimit('code', CODES_PER_ADDRESS)
  @ApiErrors({ 422: 'INVALID_CODE, or the new password is invalid.' })
  async resetPassword(
    @Body() { email, token, password }: ResetPasswordDto,
    @CurrentClient() client: ClientInfo,
    @Headers('cookie') cookies: string | undefined,
  ): Promise<MessageResponse> {
    return this.reset
      .reset({ email, code: token, password }, { ...client, cookies })
      .then(() => message('Password reset successfully'));
  }
}
