import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Public } from '../../common/security/access.decorators';
import { AuthConfigService } from './auth-config.service';
import { AuthConfigData } from './config.dto';

@ApiTags('Authentication')
@Controller('auth')
export class AuthConfigController {
  constructor(private readonly options: AuthConfigService) {}

  /** Enabled sign-in methods, site name and description, support chat and gateway address. */
  @Get('config')
  @Public()
  authConfig(): Promise<AuthConfigData> {
    return this.options.read();
  }
}
