import { Controller, Get, Res } from '@nestjs/common';
import { ApiServiceUnavailableResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Public } from '../common/security/authenticated.decorator';
import { HealthResponse } from './health.response';
import { HealthService } from './health.service';

/** Answered under /api/v1/health and, for balancers, under /health. */
@ApiTags('Health')
@Controller(['health', 'api/v1/health'])
export class HealthController {
  constructor(private readonly health: HealthService) {}

  /** The process runs. */
  @Get('live')
  @Public()
  live(): HealthResponse {
    return { success: true, checks: {} };
  }

  /** PostgreSQL, and Redis where it is used, answer. */
  @Get('ready')
  @Public()
  @ApiServiceUnavailableResponse({ type: HealthResponse, description: 'A dependency is down.' })
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<HealthResponse> {
    const { ready, checks } = await this.health.readiness();
    if (!ready) void reply.status(503);
    return { success: ready, checks };
  }
}
