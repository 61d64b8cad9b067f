import { Envelope, RateLimit, ApiErrors } from '../../common/http/api.decorators';
import { Body, Controller, Get, Headers, HttpCode, Post, Query, Res } from '@nestjs/common';
import { ApiFoundResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { ClientInfo } from '../../common/security/actor';
import { Public, CurrentClient } from '../../common/security/access.decorators';
import { GoogleRedirectQuery, GoogleTokenDto } from './google.dto';
import { LoginData } from '../login/login.dto';
import { LOGINS_PER_ADDRESS } from '../rate-limits/rate-limit.policies';
import { GoogleLoginService, type BrowserRedirect } from './google-login.service';

@ApiTags('Authentication')
@Controller('auth/google')
@Public()
export class GoogleController {
  constructor(private readonly google: GoogleLoginService) {}

  /** Redirects the browser to Google. Open it as a page; do not fetch it. */
  @Get('redirect')
  @RateLimit('sign-in', LOGINS_PER_ADDRESS)
  @ApiFoundResponse({ description: 'To Google, or to the web route /auth/google/callback?error=…' })
  async googleRedirect(
    @Query() { ref }: GoogleRedirectQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return send(reply, await this.google.startLogin(ref));
  }

  /**
   * Redirect target of Google's consent page. Redirects to the web route /auth/google/callback with
   * `success`, `token` (a one-time code for `POST /auth/google/verify-token`) and `user`, or `error`.
   */
  @Get('callback')
  @RateLimit('sign-in', LOGINS_PER_ADDRESS)
  @ApiFoundResponse({ description: 'To the web route /auth/google/callback.' })
  async googleCallback(
    // Unchecked on purpose: Google adds parameters of its own as it sees fit.
    @Query() query: Record<string, string>,
    @Headers('cookie') cookies: string | undefined,
    @CurrentClient() client: ClientInfo,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return send(reply, await this.google.handleCallback(query, cookies, client));
  }

  /**
   * Exchanges the one-time code of the callback for a session, in the same browser that started the
   * sign-in.
   */
  @Post('verify-token')
  @HttpCode(200)
  @RateLimit('sign-in', LOGINS_PER_ADDRESS)
  @ApiErrors({
    401: 'The code is invalid or expired.',
    403: 'ACCOUNT_SUSPENDED or ACCOUNT_INACTIVE.',
  })
  @Envelope({ message: true })
  async googleVerifyToken(
    @Body() { access_token }: GoogleTokenDto,
    @Headers('cookie') cookies: string | undefined,
    @CurrentClient() client: ClientInfo,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LoginData> {
    const { cookie, data } = await this.google.redeemCode(access_token, cookies, client);
    void reply.header('set-cookie', cookie);
    return data;
  }
}

function send(reply: FastifyReply, { url, cookie }: BrowserRedirect): void {
  if (cookie) void reply.header('set-cookie', cookie);
  void reply.redirect(url, 302);
}
