import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { ApiErrors, ApiFile, Envelope, toDownload } from '../../common/http/api.decorators';
import { PLACE_LEVELS, type PlaceLevel } from '../../common/dialects/upstream-network';
import { message, MessageResponse } from '../../common/http/common.dto';
import { ParseIdPipe } from '../../common/http/request.pipes';
import type { Actor } from '../../common/security/actor';
import { CurrentActor, StaffOnly } from '../../common/security/access.decorators';
import { ImportPlacesDto, PlaceImportData, PlaceListsData, ReadPlacesDto } from './place.dto';
import { PlacesService } from './places.service';
import { ProviderPlacesService } from './provider-places.service';

@ApiTags('Admin supply')
@Controller('admin/supply/networks/:id/places')
export class PlacesController {
  constructor(
    private readonly places: PlacesService,
    private readonly provided: ProviderPlacesService,
  ) {}

  /** The levels of which the provider's names are listed: of them only listed places are sold through the network. */
  @Get()
  @StaffOnly('supply.read')
  @ApiErrors({ 404: '`NETWORK_NOT_FOUND`: it was removed.' })
  async adminListPlaces(@Param('id', ParseIdPipe) id: number): Promise<PlaceListsData> {
    return {
      lists: await this.places.listLevels(id),
      account: await this.provided.findAccount(id),
    };
  }

  /** The listed places as CSV, as the import reads it. */
  @Get('export')
  @StaffOnly('supply.manage')
  @ApiFile('A CSV file.', 'text/csv')
  @ApiErrors({ 404: '`NETWORK_NOT_FOUND`: it was removed.' })
  async adminExportPlaces(@Param('id', ParseIdPipe) id: number) {
    return toDownload(await this.places.export(id));
  }

  /** Stores the provider's names for places, all lines or none. Gateways use them within seconds. */
  @Post('import')
  @HttpCode(200)
  @StaffOnly('supply.manage')
  @ApiErrors({
    404: '`NETWORK_NOT_FOUND`: it was removed.',
    422: 'The list is missing or too long.',
  })
  @Envelope({ message: true })
  adminImportPlaces(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() body: ImportPlacesDto,
  ): Promise<PlaceImportData> {
    return this.places.import(actor, id, body);
  }

  /** Reads the lists of the provider's API and stores them in place of those there are. They are read again each week. */
  @Post('read')
  @HttpCode(200)
  @StaffOnly('supply.manage')
  @ApiErrors({
    404: '`NETWORK_NOT_FOUND`: it was removed.',
    409: '`PROVIDER_CANNOT`: no account is linked with the network, or its API has no lists of places.',
    502: '`PROVIDER_REFUSED`: the provider refused, was silent or told nothing that can be read.',
  })
  @Envelope({ message: true })
  adminReadPlaces(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() { dry_run = false }: ReadPlacesDto,
  ): Promise<PlaceImportData> {
    return this.provided.read(actor, id, dry_run);
  }

  /** Removes the list of a level: its names go out as they come again. */
  @Delete(':level')
  @ApiParam({ name: 'level', enum: PLACE_LEVELS, enumName: 'PlaceLevel' })
  @StaffOnly('supply.manage')
  @ApiErrors({
    404: '`NETWORK_NOT_FOUND`: it was removed.',
    422: 'The level is none of country, region, city and isp.',
  })
  async adminRemovePlaces(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Param('level') level: PlaceLevel,
  ): Promise<MessageResponse> {
    const removed = await this.places.removeLevel(actor, id, level);
    return message(`${removed.toLocaleString('en-NG')} places are removed.`);
  }
}
