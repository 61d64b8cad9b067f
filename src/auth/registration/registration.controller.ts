import { Envelope } from '../../common/http/envelope.decorator';
import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RateLimit } from '../../common/http/rate-limit.decorator';
import { ApiErrors } from '../../common/http/api-errors.decorator';
import type { ClientInfo } from '../../common/security/actor';
import { Public } from '../../common/security/authenticated.decorator';
import { CurrentClient } from '../../common/security/current-actor.decorator';
import { toUserResponse, UserEnvelopeData } from '../../users/users.types';
import { RegisterDto } from './dto/register.dto';
import { RegistrationService } from './registration.service';
import { REGISTRATIONS_PER_ADDRESS } from '../rate-limits/rate-limit.policies';

@ApiTags('Authentication')
@Controller('auth')
export class RegistrationController {
  constructor(private readonly registration: RegistrationService) {}

  /** Creates a customer account and mails its verification link. */
  @Post('register')
  @Public()
  @RateLimit('register', REGISTRATIONS_PER_ADDRESS)
  @ApiErrors({
    422: 'A field is invalid, or `errors.email`: the address already has an account.',
  })
  @Envelope({ name: 'User', message: true })
  async register(
    @Body() body: RegisterDto,
    @CurrentClient() client: ClientInfo,
  ): Promise<UserEnvelopeData> {
    const { account, message } = await this.registration.register(body, client);
    return toUserResponse(account, message);
  }
}
