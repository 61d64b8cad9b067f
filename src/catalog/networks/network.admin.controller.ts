import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors, Envelope, withMessage } from '../../common/http/api.decorators';
import { message, MessageResponse } from '../../common/http/common.dto';
import { ParseIdPipe } from '../../common/http/request.pipes';
import { CurrentActor, StaffOnly } from '../../common/security/access.decorators';
import type { Actor } from '../../common/security/actor';
import { can } from '../../common/security/permissions';
import { ProbeData } from '../health/health.dto';
import { ProbesService } from '../health/probes.service';
import {
  CreateNetworkDto,
  PreviewDraftDto,
  PreviewNetworkDto,
  ProbeNetworkDto,
  UpdateNetworkDto,
} from './network.dto';
import {
  DialectsData,
  NetworkData,
  NetworkPreviewData,
  NetworksData,
  SavedNetworkData,
  toDialects,
} from './network.response';
import { SupplyNetworksService } from './networks.service';

/** Tells the result of the test beside what was done. */
function withTest(data: SavedNetworkData, done: string): SavedNetworkData {
  const { network, test_error: error } = data;
  const result = network.enabled
    ? `It is enabled, but could not be tested. ${error}`
    : `The test failed, so it is disabled. ${error}`;
  return withMessage(data, error === null ? done : `${done} ${result}`);
}

const isFull = (actor: Actor): boolean => can(actor, 'supply.manage');

@ApiTags('Admin supply')
@Controller('admin/supply')
export class SupplyNetworksController {
  constructor(
    private readonly networks: SupplyNetworksService,
    private readonly probes: ProbesService,
  ) {}

  /** The providers whose gateways can be used, with their default host, ports, templates, session and TTL rules. */
  @Get('dialects')
  @StaffOnly('supply.read')
  adminListDialects(): DialectsData {
    return toDialects();
  }

  /** Every network by name; 200 at most. Sub-admins see neither accounts nor costs. */
  @Get('networks')
  @StaffOnly('supply.read')
  adminListNetworks(@CurrentActor() actor: Actor): Promise<NetworksData> {
    return this.networks.list(isFull(actor));
  }

  /**
   * Adds a network. The password is encrypted and never shown again. An enabled one is tested through a gateway first, which
   * takes 15 seconds at most: when the test fails it is stored and disabled, and `test_error` says why.
   */
  @Post('networks')
  @StaffOnly('supply.manage')
  @ApiErrors({
    409: '`NETWORK_EXISTS`: another network has the name. `TOO_MANY_NETWORKS`: there are 200.',
    422: 'A field is invalid, or contradicts the dialect; for a template with the position of the mistake.',
  })
  @Envelope({ name: 'SavedNetwork', message: true })
  async adminAddNetwork(
    @CurrentActor() actor: Actor,
    @Body() body: CreateNetworkDto,
  ): Promise<SavedNetworkData> {
    return withTest(await this.networks.add(actor, body), 'The network is added.');
  }

  /**
   * The user name that a gateway would send for a request through a network that is not stored yet. The password is
   * masked, and nothing is stored.
   */
  @Post('networks/preview')
  @HttpCode(200)
  @StaffOnly('supply.manage')
  @ApiErrors({
    422: 'A field is invalid, for a template with the position of the mistake, or names what cannot be expressed.',
  })
  adminPreviewDraft(@Body() body: PreviewDraftDto): Promise<NetworkPreviewData> {
    return this.networks.previewDraft(body);
  }

  /** One network. Sub-admins see neither account nor costs. */
  @Get('networks/:id')
  @StaffOnly('supply.read')
  @ApiErrors({ 404: '`NETWORK_NOT_FOUND`: it was removed.' })
  @Envelope({ name: 'OneNetwork' })
  adminGetNetwork(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
  ): Promise<NetworkData> {
    return this.networks.get(id, isFull(actor));
  }

  /**
   * Replaces the settings of a network. Without `password` the stored one stays; another host, port or protocol needs it.
   * One that is enabled, or has another account, is tested first as a new one is.
   */
  @Put('networks/:id')
  @StaffOnly('supply.manage')
  @ApiErrors({
    404: '`NETWORK_NOT_FOUND`: it was removed.',
    409: '`NETWORK_EXISTS`: another network has the name.',
    422: 'A field is invalid, or contradicts the dialect; for a template with the position of the mistake.',
  })
  @Envelope({ name: 'SavedNetwork', message: true })
  async adminUpdateNetwork(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() body: UpdateNetworkDto,
  ): Promise<SavedNetworkData> {
    return withTest(await this.networks.update(actor, id, body), 'The network is changed.');
  }

  /** Removes a network and its account. */
  @Delete('networks/:id')
  @StaffOnly('supply.manage')
  @ApiErrors({ 404: '`NETWORK_NOT_FOUND`: it was removed before.' })
  async adminRemoveNetwork(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
  ): Promise<MessageResponse> {
    await this.networks.remove(actor, id);
    return message('The network is removed.');
  }

  /** The user name and password that a gateway would send for a request, with the account's password masked. */
  @Post('networks/:id/preview')
  @HttpCode(200)
  @StaffOnly('supply.manage')
  @ApiErrors({
    404: '`NETWORK_NOT_FOUND`: it was removed.',
    422: 'A field is invalid, or names what the network cannot express.',
  })
  adminPreviewNetwork(
    @Param('id', ParseIdPipe) id: number,
    @Body() body: PreviewNetworkDto,
  ): Promise<NetworkPreviewData> {
    return this.networks.preview(id, body);
  }

  /**
   * A gateway fetches the echo address through the network, which may be disabled, and tells where it left. Takes 15
   * seconds at most. A failure is an answer too, with `ok: false` and `error`.
   */
  @Post('networks/:id/probe')
  @HttpCode(200)
  @StaffOnly('supply.manage')
  @ApiErrors({
    404: '`NETWORK_NOT_FOUND`: it was removed.',
    422: 'The country is not an ISO code in lower case.',
  })
  adminProbeNetwork(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() body: ProbeNetworkDto,
  ): Promise<ProbeData> {
    return this.probes.probeNetwork(actor, id, body.country);
  }
}
