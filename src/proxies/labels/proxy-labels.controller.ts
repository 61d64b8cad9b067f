import { Envelope, ApiErrors } from '../../common/http/api.decorators';
import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ParseIdPipe } from '../../common/http/request.pipes';
import type { Actor } from '../../common/security/actor';
import { AllowApiKey, Authenticated, CurrentActor } from '../../common/security/access.decorators';
import { Clock } from '../../common/time/clock';
import { ProxyDetailData, toProxyDetail } from '../proxies.dto';
import { ProxiesService } from '../proxies.service';
import { ProxyLabelsDto, TagsData, toTags } from './labels.dto';
import { ProxyLabelsService } from './proxy-labels.service';

@ApiTags('Proxies')
@Controller('user/proxies')
export class ProxyLabelsController {
  constructor(
    private readonly labels: ProxyLabelsService,
    private readonly proxies: ProxiesService,
    private readonly clock: Clock,
  ) {}

  /** The tags of your proxies, and how many proxies have each. */
  @Get('tags')
  @Authenticated()
  @AllowApiKey('read')
  async listTags(@CurrentActor() actor: Actor): Promise<TagsData> {
    return toTags(await this.labels.listTags(actor));
  }

  /** Changes your note and your tags on one of your proxies; the list can be filtered by a tag. */
  @Put(':id/labels')
  @Authenticated()
  @AllowApiKey('proxies')
  @ApiErrors({
    404: 'You have no such proxy.',
    422: 'A note or tag is too long, or there are too many.',
  })
  @Envelope({ message: true })
  async setLabels(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() { note, tags, add_tags: added }: ProxyLabelsDto,
  ): Promise<ProxyDetailData> {
    await this.labels.change(actor, id, { note, tags, added });
    return toProxyDetail(await this.proxies.get(actor, id), this.clock.now(), 'Saved.');
  }
}
