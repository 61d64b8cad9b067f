import { Envelope, ApiErrors } from '../../common/http/api.decorators';
import { Body, Controller, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ExitImportService } from './exit-import.service';
import { ExitsService } from './exits.service';
import { toPage } from '../../common/http/pagination.dto';
import { ParseIdPipe } from '../../common/http/request.pipes';
import type { Actor } from '../../common/security/actor';
import { Authenticated, CurrentActor } from '../../common/security/access.decorators';
import {
  ExitsData,
  ExitData,
  toExits,
  toOneExit,
  GatewaysData,
  toGateways,
  ImportExitsDto,
  ListExitsQuery,
  UpdateExitDto,
  CoverageData,
  toCoverage,
  ListCoverageQuery,
} from './exit.dto';
import { ImportData, toImport } from '../stock/stock-unit.dto';
import { CoverageService } from './coverage.service';

const DEFAULT_PER_PAGE = 15;

@ApiTags('Admin supply')
@Controller('admin/supply')
export class ExitsController {
  constructor(
    private readonly exits: ExitsService,
    private readonly imports: ExitImportService,
  ) {}

  /** The exits by country, with the gateways that serve each. */
  @Get('exits')
  @Authenticated('admin', 'sub-admin')
  async adminListExits(
    @CurrentActor() actor: Actor,
    @Query() query: ListExitsQuery,
  ): Promise<ExitsData> {
    return toExits(
      await this.exits.list(query, toPage(query, DEFAULT_PER_PAGE)),
      actor.role === 'admin',
    );
  }

  /**
   * Adds upstream exits of a pool from a list. One with the host, port and user name of an exit of the same kind and
   * country is left out, so the same list again adds nothing. The accounts are encrypted and never shown again.
   */
  @Post('exits/import')
  @HttpCode(200)
  @Authenticated('admin')
  @ApiErrors({
    422: 'The list is empty or too long, or a field is invalid. Malformed lines are no error.',
  })
  @Envelope({ message: true })
  async adminImportExits(
    @CurrentActor() actor: Actor,
    @Body() body: ImportExitsDto,
  ): Promise<ImportData> {
    const { dry_run: dryRun = false, format = 'auto', ...list } = body;
    return toImport(await this.imports.import(actor, { ...list, format, dryRun }), 'exit');
  }

  /**
   * Enables or disables an exit, or sets its weight; on every gateway within five seconds. A disabled exit gets no new
   * connection and is not on sale; open tunnels go on.
   */
  @Put('exits/:id')
  @Authenticated('admin')
  @ApiErrors({ 404: '`EXIT_NOT_FOUND`: no exit has this id.', 422: 'A field is invalid.' })
  @Envelope({ name: 'OneExit', message: true })
  async adminUpdateExit(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() body: UpdateExitDto,
  ): Promise<ExitData> {
    return toOneExit(await this.exits.update(actor, id, body));
  }

  /** Every gateway that has reported in the last 30 days, by region. */
  @Get('gateways')
  @Authenticated('admin', 'sub-admin')
  async adminListGateways(): Promise<GatewaysData> {
    return toGateways(await this.exits.listGateways());
  }
}

const COVERAGE_PER_PAGE = 25;

@ApiTags('Admin supply')
@Controller('admin/supply')
export class CoverageController {
  constructor(private readonly coverage: CoverageService) {}

  /** What is on sale by country and kind, with the number of exits and the networks that serve it. */
  @Get('coverage')
  @Authenticated('admin', 'sub-admin')
  async adminListCoverage(@Query() query: ListCoverageQuery): Promise<CoverageData> {
    return toCoverage(await this.coverage.list(query, toPage(query, COVERAGE_PER_PAGE)));
  }
}
