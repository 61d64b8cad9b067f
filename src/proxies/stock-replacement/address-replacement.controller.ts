import { Envelope, ApiErrors, RateLimit } from '../../common/http/api.decorators';
import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ParseIdPipe } from '../../common/http/request.pipes';
import type { Actor } from '../../common/security/actor';
import { AllowApiKey, Authenticated, CurrentActor } from '../../common/security/access.decorators';
import { ProxyDetailData } from '../proxies.dto';
import { ProxiesService } from '../proxies.service';
import { AddressReplacementService } from './address-replacement.service';
import { ReplaceAddressDto } from './address-replacement.dto';

/** Per minute and person. */
const REPLACEMENTS_PER_MINUTE = 120;

@ApiTags('Proxies')
@Controller('user/proxies/:id/replacement')
export class AddressReplacementController {
  constructor(
    private readonly replacements: AddressReplacementService,
    private readonly proxies: ProxiesService,
  ) {}

  /**
   * Gives a datacenter proxy another address of the same country, free of charge and at most twice in 30 days. Host,
   * port, username and password stay; the old address stops working and its connections are closed. An address that is
   * reported dead is tested first, which takes up to 30 seconds.
   */
  @Post()
  @Authenticated('user')
  @AllowApiKey('proxies')
  @RateLimit('replacement', REPLACEMENTS_PER_MINUTE)
  @ApiErrors({
    404: 'You have no such proxy.',
    409: 'PROXY_EXPIRED, PROXY_SUSPENDED, or ADDRESS_NOT_REPLACEABLE: rotate a residential or mobile proxy instead. REPLACEMENT_LIMIT: `errors.next_at` has the time from which it is possible again. NO_REPLACEMENT: no other address of the country is free until the proxy ends. ADDRESS_REPLACED: the proxy has another address by now; test it first. ADDRESS_WORKS: it was reported dead, and a connection through it has succeeded.',
    422: 'The reason, the details or the address is invalid.',
    503: 'ADDRESS_NOT_TESTED: it was reported dead and could not be tested, through no fault of yours.',
  })
  @Envelope({ message: true })
  async replaceAddress(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() body: ReplaceAddressDto,
  ): Promise<ProxyDetailData> {
    await this.replacements.replace(actor, id, body);
    return this.proxies.getDetail(
      actor,
      id,
      'Your proxy has a new address. Username and password stay the same.',
    );
  }
}
