import { Envelope, ApiErrors, RateLimit } from '../../common/http/api.decorators';
import { Body, Controller, HttpCode, Post, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { message, MessageResponse } from '../../common/http/common.dto';
import type { SessionActor, ClientInfo } from '../../common/security/actor';
import {
  Authenticated,
  OwnAccount,
  CurrentActor,
  Public,
  CurrentClient,
} from '../../common/security/access.decorators';
import { toUserResponse, UserEnvelopeData } from '../../users/users.types';
import { EmailDto } from '../auth.dto';
import {
  ConfirmEmailChangeDto,
  LinkSignatureQuery,
  VerificationLinkQuery,
  toVerifiedEmailResponse,
  VerifiedEmailData,
} from './email.dto';
import { CODES_PER_ADDRESS } from '../rate-limits/rate-limit.policies';
import { EmailService } from './email.service';

@ApiTags('Profile')
@Controller('user/email-change')
@Authenticated('user')
@OwnAccount()
export class EmailChangeController {
  constructor(private readonly emails: EmailService) {}

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
    await this.emails.beginChange(actor, email);
    return message('We sent a code to both addresses.');
  }

  /** Changes the address with both codes, and ends your other sessions. */
  @Post('confirm')
  @HttpCode(200)
  @ApiErrors({ 422: '`errors.current_code`, `errors.new_code` or `errors.email`.' })
  @Envelope({ name: 'User', message: true })
  async confirmEmailChange(
    @CurrentActor() actor: SessionActor,
    @Body() body: ConfirmEmailChangeDto,
  ): Promise<UserEnvelopeData> {
    const account = await this.emails.confirmChange(actor, body);
    return toUserResponse(account, 'Your email address was changed.');
  }
}

const RESENT =
  'If an account with this email still needs verification, a new link is on its way. Check your inbox or spam box.';

@ApiTags('Authentication')
@Controller('auth')
@Public()
export class EmailVerificationController {
  constructor(private readonly emails: EmailService) {}

  /** Verifies an e-mail address with the parts of the mailed link. Idempotent. */
  @Get('verify-email/:id/:hash')
  @RateLimit('code', CODES_PER_ADDRESS)
  @Envelope({ message: true })
  @ApiErrors({ 422: 'INVALID_LINK or LINK_EXPIRED.' })
  async verifyEmail(
    @Param('id') id: string,
    @Param('hash') hash: string,
    @Query() { expires, signature }: LinkSignatureQuery,
    @CurrentClient() client: ClientInfo,
  ): Promise<VerifiedEmailData> {
    return toVerifiedEmailResponse(
      await this.emails.verify({ id, hash, expires, signature }, client),
    );
  }

  /** Same as the call above, with all parameters in the query string. */
  @Get('verify-email')
  @RateLimit('code', CODES_PER_ADDRESS)
  @Envelope({ message: true })
  @ApiErrors({ 422: 'INVALID_LINK or LINK_EXPIRED.' })
  async verifyEmailQuery(
    @Query() link: VerificationLinkQuery,
    @CurrentClient() client: ClientInfo,
  ): Promise<VerifiedEmailData> {
    return toVerifiedEmailResponse(await this.emails.verify(link, client));
  }

  /** Mails a new verification link. The response is the same whether the account exists or not. */
  @Post('resend-verification')
  @HttpCode(200)
  @RateLimit('code', CODES_PER_ADDRESS)
  async resendVerification(
    @Body() { email }: EmailDto,
    @CurrentClient() { ip }: ClientInfo,
  ): Promise<MessageResponse> {
    return this.emails.resend(email, ip).then(() => message(RESENT));
  }
}
