import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors, RateLimit } from '../../common/http/api.decorators';
import { ParseIdPipe } from '../../common/http/request.pipes';
import type { Actor } from '../../common/security/actor';
import { AllowApiKey, Authenticated, CurrentActor } from '../../common/security/access.decorators';
import { ProxyTestData, ProxyTestDto } from './testing.dto';
import { ProxyTestService } from './proxy-test.service';

/** Per minute and person; each costs the customer traffic, and us a connection. */
export const TESTS_PER_MINUTE = 60;

@ApiTags('Proxies')
@Controller('user/proxies/:id/test')
export class ProxyTestController {
  constructor(private readonly tests: ProxyTestService) {}

  /** Uses a proxy once and tells where it leaves from, or why it fails. Counts as your traffic: about 1 KB. */
  @Post()
  @HttpCode(200)
  @Authenticated()
  @AllowApiKey('proxies')
  @RateLimit('proxy-test', TESTS_PER_MINUTE)
  @ApiErrors({
    404: 'You have no such proxy.',
    422: 'A field is invalid, or not within what was bought.',
    503: 'TEST_UNAVAILABLE: no address to test with is configured.',
  })
  testProxy(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() body: ProxyTestDto,
  ): Promise<ProxyTestData> {
    return this.tests.test(actor, id, body);
  }
}
