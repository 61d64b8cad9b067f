import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RateLimit } from '../../common/http/rate-limit.decorator';
import { ApiErrors } from '../../common/http/api-errors.decorator';
import { message, MessageResponse } from '../../common/http/envelope.response';
import type { Actor, ClientInfo } from '../../common/security/actor';
import { Authenticated, Public } from '../../common/security/authenticated.decorator';
import { CurrentClient, CurrentActor } from '../../common/security/current-actor.decorator';
import { LoginDto } from './dto/login.dto';
import { LoginResponse, toLoginResponse } from './dto/login.response';
import { LoginService } from './login.service';
import { LOGINS_PER_ADDRESS } from '../rate-limits/rate-limit.policies';

@ApiTags('Authentication')
@Controller('auth')
export class LoginController {
  constructor(private readonly logins: LoginService) {}

  /** Signs in with e-mail and password. */
  @Post('login')
  @HttpCode(200)
  @Public()
  @RateLimit('sign-in', LOGINS_PER_ADDRESS)
  @ApiErrors({
    401: 'E-mail or password is wrong; the response does not say which.',
    403: 'EMAIL_NOT_VERIFIED, ACCOUNT_SUSPENDED or ACCOUNT_INACTIVE.',
  })
  async login(@Body() body: LoginDto, @CurrentClient() client: ClientInfo): Promise<LoginResponse> {
    return toLoginResponse(await this.logins.login(body, client), 'Login Successful!');
  }

  /** Signs staff in to the back office. */
  @Post('admin/login')
  @HttpCode(200)
  @Public()
  @RateLimit('sign-in', LOGINS_PER_ADDRESS)
  @ApiErrors({
    401: 'E-mail or password is wrong; the response does not say which.',
    403: 'ADMIN_REQUIRED, EMAIL_NOT_VERIFIED, ACCOUNT_SUSPENDED or ACCOUNT_INACTIVE.',
  })
  async adminLogin(
    @Body() body: LoginDto,
    @CurrentClient() client: ClientInfo,
  ): Promise<LoginResponse> {
    return toLoginResponse(await this.logins.adminLogin(body, client), 'Admin login successful!');
  }

  /** Ends the session: its token stops working immediately in every process. */
  @Post('logout')
  @HttpCode(200)
  @Authenticated()
  async logout(@CurrentActor() actor: Actor): Promise<MessageResponse> {
    return this.logins.logout(actor).then(() => message('Logged out successfully'));
  }
}
