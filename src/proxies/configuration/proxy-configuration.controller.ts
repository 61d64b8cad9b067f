import { Envelope, ApiErrors } from '../../common/http/api.decorators';
import { Body, Controller, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../common/security/actor';
import { AllowApiKey, Authenticated, CurrentActor } from '../../common/security/access.decorators';
import { Clock } from '../../common/time/clock';
import { ProxyDetailData, toProxyDetail } from '../proxies.dto';
import {
  toPoolSettings,
  UpdateDatacenterDto,
  UpdateResidentialMobileDto,
} from './configuration.dto';
import { ProxyConfigurationService } from './proxy-configuration.service';

@ApiTags('Proxies')
@ApiErrors({
  404: 'You have no such proxy.',
  409: 'The proxy has expired or is suspended.',
  422: 'A field is missing or invalid.',
})
@Controller('proxies')
export class ProxyConfigurationController {
  constructor(
    private readonly configuration: ProxyConfigurationService,
    private readonly clock: Clock,
  ) {}

  /** Changes the protocol of a datacenter proxy. It takes effect within a few seconds. */
  @Put('update-datacenter')
  @Authenticated()
  @AllowApiKey('proxies')
  @Envelope({ message: true })
  async updateDatacenter(
    @CurrentActor() actor: Actor,
    @Body() body: UpdateDatacenterDto,
  ): Promise<ProxyDetailData> {
    return toProxyDetail(
      await this.configuration.updateDatacenter(actor, body.proxy_id, body.protocol),
      this.clock.now(),
      'Datacenter proxy configuration updated successfully!',
    );
  }

  /**
   * Changes location, session and protocol of a residential or mobile proxy. Its traffic may leave in every place that
   * was no dearer when it was bought; a dearer one is bought with `POST /user/proxies/{id}/place`.
   */
  @Put('update-residential-mobile')
  @Authenticated()
  @AllowApiKey('proxies')
  @ApiErrors({
    409: 'PLACE_NOT_INCLUDED: the place is dearer than what was bought; `errors` has current_price, required_price and difference. PROXY_EXPIRED, PROXY_SUSPENDED: the proxy is not in service.',
  })
  @Envelope({ message: true })
  async updateResidentialMobile(
    @CurrentActor() actor: Actor,
    @Body() body: UpdateResidentialMobileDto,
  ): Promise<ProxyDetailData> {
    return toProxyDetail(
      await this.configuration.updatePool(
        actor,
        body.proxy_id,
        toPoolSettings(body),
        body.connection_type,
      ),
      this.clock.now(),
      'Residential/Mobile proxy configuration updated successfully!',
    );
  }
}
