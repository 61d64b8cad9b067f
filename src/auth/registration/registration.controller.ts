import { Envelope, RateLimit, ApiErrors } from '../../common/http/api.decorators';
import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { ClientInfo } from '../../common/security/actor';
import { Public, CurrentClient } from '../../common/security/access.decorators';
import { UserEnvelopeData } from '../../users/users.types';
import { RegisterDto } from './registration.dto';
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
    return this.registration.register(body, client);
  }
}
