import { Envelope, RateLimit, ApiErrors } from '../../common/http/api.decorators';
import { Body, Controller, Headers, HttpCode, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { message, MessageResponse } from '../../common/http/common.dto';
import type { Actor, ClientInfo } from '../../common/security/actor';
import {
  Authenticated,
  Public,
  OwnAccount,
  CurrentClient,
  CurrentActor,
} from '../../common/security/access.decorators';
import { LoginData, LoginDto, ReauthenticateDto } from './login.dto';
import { LoginService } from './login.service';
import { KnownDeviceCookie } from '../rate-limits/known-device.cookie';
import { LOGINS_PER_ADDRESS } from '../rate-limits/rate-limit.policies';

@ApiTags('Authentication')
@Controller('auth')
export class LoginController {
  constructor(
    private readonly logins: LoginService,
    private readonly devices: KnownDeviceCookie,
  ) {}

  /**
   * Signs in with e-mail and password. Sets a cookie that only spares this browser the waits which wrong
   * passwords of others cause.
   */
  @Post('login')
  @HttpCode(200)
  @Public()
  @RateLimit('sign-in', LOGINS_PER_ADDRESS)
  @ApiErrors({
    401: 'E-mail or password is wrong; the response does not say which. SECOND_FACTOR_REQUIRED or INVALID_SECOND_FACTOR: send `code`.',
    403: 'EMAIL_NOT_VERIFIED, ACCOUNT_SUSPENDED, ACCOUNT_INACTIVE or FIRST_PASSWORD_EXPIRED.',
  })
  @Envelope({ message: true })
  async login(
    @Body() body: LoginDto,
    @CurrentClient() client: ClientInfo,
    @Headers('cookie') cookies: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LoginData> {
    const device = this.devices.read(cookies, body.email);
    const data = await this.logins.login(body, device, client);
    void reply.header('set-cookie', this.devices.set(cookies, body.email));
    return data;
  }

  /** Signs staff in to the back office. */
  @Post('admin/login')
  @HttpCode(200)
  @Public()
  @RateLimit('sign-in', LOGINS_PER_ADDRESS)
  @ApiErrors({
    401: 'E-mail or password is wrong; the response does not say which.',
    403: 'ADMIN_REQUIRED, EMAIL_NOT_VERIFIED, ACCOUNT_SUSPENDED, ACCOUNT_INACTIVE, STAFF_ADDRESS or FIRST_PASSWORD_EXPIRED.',
  })
  @Envelope({ message: true })
  async adminLogin(
    @Body() body: LoginDto,
    @CurrentClient() client: ClientInfo,
    @Headers('cookie') cookies: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LoginData> {
    const device = this.devices.read(cookies, body.email);
    const data = await this.logins.adminLogin(body, device, client);
    void reply.header('set-cookie', this.devices.set(cookies, body.email));
    return data;
  }

  /** Ends the session: its token stops working immediately in every process. */
  @Post('logout')
  @HttpCode(200)
  @Authenticated()
  @OwnAccount()
  async logout(@CurrentActor() actor: Actor): Promise<MessageResponse> {
    return this.logins.logout(actor).then(() => message('Logged out successfully'));
  }

  /**
   * Confirms the sign-in, after 403 REAUTHENTICATION_REQUIRED. The new token replaces the one of the call,
   * which stops working. An account without a password signs in with Google again instead.
   */
  @Post('reauthenticate')
  @HttpCode(200)
  @Authenticated()
  @OwnAccount()
  @RateLimit('sign-in', LOGINS_PER_ADDRESS)
  @ApiErrors({
    403: 'FIRST_PASSWORD_EXPIRED.',
    422: '`errors.password` or `errors.code`; the session stays as it is.',
  })
  @Envelope({ message: true })
  async reauthenticate(
    @CurrentActor() actor: Actor,
    @Body() body: ReauthenticateDto,
  ): Promise<LoginData> {
    return this.logins.reauthenticate(actor, body);
  }
}
