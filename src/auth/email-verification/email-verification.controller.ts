import { Envelope, RateLimit, ApiErrors } from '../../common/http/api.decorators';
import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { message, MessageResponse } from '../../common/http/common.dto';
import type { ClientInfo } from '../../common/security/actor';
import { Public, CurrentClient } from '../../common/security/access.decorators';
import { EmailDto } from '../auth.dto';
import {
  LinkSignatureQuery,
  VerificationLinkQuery,
  toVerifiedEmailResponse,
  VerifiedEmailData,
} from './email-verification.dto';
import { CODES_PER_ADDRESS } from '../rate-limits/rate-limit.policies';
import { EmailVerificationService } from './email-verification.service';

const RESENT =
  'If an account with this email still needs verification, a new link is on its way. Check your inbox or spam box.';

@ApiTags('Authentication')
@Controller('auth')
@Public()
export class EmailVerificationController {
  constructor(private readonly verification: EmailVerificationService) {}

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
      await this.verification.verify({ id, hash, expires, signature }, client),
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
    return toVerifiedEmailResponse(await this.verification.verify(link, client));
  }

  /** Mails a new verification link. The response is the same whether the account exists or not. */
  @Post('resend-verification')
  @HttpCode(200)
  @RateLimit('code', CODES_PER_ADDRESS)
  async resendVerification(
    @Body() { email }: EmailDto,
    @CurrentClient() { ip }: ClientInfo,
  ): Promise<MessageResponse> {
    return this.verification.resend(email, ip).then(() => message(RESENT));
  }
}
