import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors, RateLimit } from '../../common/http/api.decorators';
import { ParseIdPipe } from '../../common/http/request.pipes';
import { CurrentActor, StaffOnly } from '../../common/security/access.decorators';
import type { Actor } from '../../common/security/actor';
import { CONNECTION_CALLS_PER_MINUTE } from '../connections/live-connections.service';
import { TESTS_PER_MINUTE } from '../testing/proxy-test.controller';
import { ProxyTestService } from '../testing/proxy-test.service';
import { ProxyTestData } from '../testing/testing.dto';
import { ProxyDiagnosisData, TroubledProxiesData } from './proxy-diagnosis.dto';
import { ProxyDiagnosisService } from './proxy-diagnosis.service';

const UNKNOWN = { 404: 'No proxy has this id.' };

@ApiTags('Admin proxies')
@Controller('admin')
export class ProxyDiagnosisController {
  constructor(
    private readonly diagnosis: ProxyDiagnosisService,
    private readonly tests: ProxyTestService,
  ) {}

  /**
   * Why requests of a proxy fail.
   *
   * What refuses them now, what failed lately, and what the gateways would do with the next one. It asks every gateway,
   * which takes a second at most.
   */
  @Get('proxies/:id/diagnosis')
  @StaffOnly('proxies.read')
  @RateLimit('connections', CONNECTION_CALLS_PER_MINUTE)
  @ApiErrors(UNKNOWN)
  adminDiagnoseProxy(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
  ): Promise<ProxyDiagnosisData> {
    return this.diagnosis.diagnose(actor, id);
  }

  /** Uses a proxy once, as its owner's program would. Counts as traffic of the customer: about 1 KB. */
  @Post('proxies/:id/test')
  @HttpCode(200)
  @StaffOnly('proxies.manage')
  @RateLimit('proxy-test', TESTS_PER_MINUTE)
  @ApiErrors({ ...UNKNOWN, 503: 'TEST_UNAVAILABLE: no address to test with is configured.' })
  adminTestProxy(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
  ): Promise<ProxyTestData> {
    return this.tests.testAny(actor, id);
  }

  /** The proxies of a customer that refused requests in the last hour. */
  @Get('users/:id/troubled-proxies')
  @StaffOnly('proxies.read')
  adminListTroubledProxies(@Param('id', ParseIdPipe) id: number): Promise<TroubledProxiesData> {
    return this.diagnosis.findTroubled(id);
  }
}
