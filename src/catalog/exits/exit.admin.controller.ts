import { Body, Controller, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors, Envelope, withMessage } from '../../common/http/api.decorators';
import { message, MessageResponse } from '../../common/http/common.dto';
import { ParseIdPipe } from '../../common/http/request.pipes';
import { CurrentActor, StaffOnly } from '../../common/security/access.decorators';
import type { Actor } from '../../common/security/actor';
import { can } from '../../common/security/permissions';
import { ImportData, ImportExitsDto } from '../import.dto';
import {
  CoverageData,
  ExitData,
  ExitsData,
  GatewaysData,
  ListCoverageQuery,
  ListExitsQuery,
  SellExitsDto,
  UpdateExitDto,
} from './exit.dto';
import { ExitImportService } from './exit-import.service';
import { ExitsService } from './exits.service';

@ApiTags('Admin supply')
@Controller('admin/supply')
export class ExitsController {
  constructor(
    private readonly exits: ExitsService,
    private readonly imports: ExitImportService,
  ) {}

  /** The exits by country, with the gateways that serve each. */
  @Get('exits')
  @StaffOnly('supply.read')
  adminListExits(@CurrentActor() actor: Actor, @Query() query: ListExitsQuery): Promise<ExitsData> {
    return this.exits.list(query, can(actor, 'supply.manage'));
  }

  /**
   * Adds upstream exits of a pool from a list. One with the host, port and user name of an exit of the same kind and
   * country is left out, so the same list again adds nothing. The accounts are encrypted and never shown again.
   */
  @Post('exits/import')
  @HttpCode(200)
  @StaffOnly('supply.manage')
  @ApiErrors({
    422: 'The list is empty or too long, or a field is invalid. Malformed lines are no error.',
  })
  @Envelope({ message: true })
  adminImportExits(
    @CurrentActor() actor: Actor,
    @Body() body: ImportExitsDto,
  ): Promise<ImportData> {
    return this.imports.import(actor, body);
  }

  /**
   * Enables or disables an exit, stops selling on it, or sets its weight; on every gateway within five seconds. A
   * disabled exit gets no new connection and is not on sale; open tunnels go on. One that is not sold serves the proxies
   * that use it.
   */
  @Put('exits/:id')
  @StaffOnly('supply.manage')
  @ApiErrors({ 404: '`EXIT_NOT_FOUND`: no exit has this id.', 422: 'A field is invalid.' })
  @Envelope({ name: 'OneExit', message: true })
  async adminUpdateExit(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() body: UpdateExitDto,
  ): Promise<ExitData> {
    return withMessage(await this.exits.update(actor, id, body), 'The exit is changed.');
  }

  /** Stops selling on several exits, or sells on them again. The proxies that use them go on. */
  @Put('exits')
  @StaffOnly('supply.manage')
  @ApiErrors({
    404: '`EXIT_NOT_FOUND`: no exit has one of the ids; none is changed.',
    422: 'A field is invalid.',
  })
  async adminSellExits(
    @CurrentActor() actor: Actor,
    @Body() body: SellExitsDto,
  ): Promise<MessageResponse> {
    await this.exits.sell(actor, body);
    return message(
      body.selling
        ? 'The exits are sold again.'
        : 'Nothing new is sold on these exits. The proxies that use them go on.',
    );
  }

  /** Every gateway that has reported in the last 30 days, by region. */
  @Get('gateways')
  @StaffOnly('supply.read')
  async adminListGateways(): Promise<GatewaysData> {
    return { gateways: await this.exits.listGateways() };
  }

  /** What is on sale by country and kind, with the number of exits and the networks that serve it. */
  @Get('coverage')
  @StaffOnly('supply.read')
  adminListCoverage(@Query() query: ListCoverageQuery): Promise<CoverageData> {
    return this.exits.listCoverage(query);
  }
}
