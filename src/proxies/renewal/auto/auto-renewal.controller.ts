import { Envelope, ApiErrors } from '../../../common/http/api.decorators';
import { Body, Controller, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ParseIdPipe } from '../../../common/http/request.pipes';
import type { Actor } from '../../../common/security/actor';
import {
  AllowApiKey,
  Authenticated,
  CurrentActor,
} from '../../../common/security/access.decorators';
import { Clock } from '../../../common/time/clock';
import { ProxyDetailData, toProxyDetail } from '../../proxies.dto';
import { ProxiesService } from '../../proxies.service';
import { toExtensionWish } from '../renewal.dto';
import { AutoRenewalSettingsService } from './auto-renewal-settings.service';
import { AutoRenewDto } from './auto.dto';

@ApiTags('Proxies')
@Controller('user/proxies/:id/auto-renew')
export class AutoRenewalController {
  constructor(
    private readonly settings: AutoRenewalSettingsService,
    private readonly proxies: ProxiesService,
    private readonly clock: Clock,
  ) {}

  /**
   * Switches automatic renewal of a proxy on or off. The wallet is charged once before each end, at the price of that
   * day: 24 hours before it, or at once when it is nearer. If that fails it is tried again 12 and 2 hours before the
   * end, and after a credit to the wallet; the third failure switches it off. You get a mail of each outcome.
   */
  @Put()
  @Authenticated('user')
  @AllowApiKey('buy')
  @ApiErrors({
    403: 'KEY_HAS_DAILY_LIMIT: an API key with a daily limit cannot switch it on.',
    404: 'You have no such proxy.',
    409: 'PROXY_EXPIRED, PROXY_SUSPENDED, ORDER_REFUNDED, ADDRESS_ENDS: the proxy cannot be renewed automatically.',
    422: 'A field is missing, does not fit the kind of the proxy, or is not on sale.',
  })
  @Envelope({ message: true })
  async setAutoRenew(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() body: AutoRenewDto,
  ): Promise<ProxyDetailData> {
    await (body.enabled
      ? this.settings.enable(actor, id, toExtensionWish(body))
      : this.settings.disable(actor, id));
    return toProxyDetail(
      await this.proxies.get(actor, id),
      this.clock.now(),
      body.enabled ? 'Automatic renewal is on.' : 'Automatic renewal is off.',
    );
  }
}
