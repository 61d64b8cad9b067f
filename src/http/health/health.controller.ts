import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors } from '../../common/http/api.decorators';
import { Public } from '../../common/security/access.decorators';
import { HealthResponse } from './health.response';
import { HealthService } from './health.service';

/** Answered under /api/v1/health and, for balancers, under /health. */
@ApiTags('Health')
@Controller(['health', 'api/v1/health'])
export class HealthController {
  constructor(private readonly health: HealthService) {}

  /** Liveness: the process runs. */
  @Get('live')
  @Public()
  live(): HealthResponse {
    return { success: true, checks: {} };
  }

  /** Readiness: PostgreSQL and, where configured, Redis respond. */
  @Get('ready')
  @Public()
  @ApiErrors({ 503: 'A dependency is down; `errors` lists each of them.' })
  async ready(): Promise<HealthResponse> {
    return { success: true, checks: await this.health.requireReady() };
  }
}
