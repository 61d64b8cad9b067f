import { Envelope, ApiErrors } from '../../common/http/api.decorators';
import { Body, Controller, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { StockUnitsService } from './stock-units.service';
import { toPage } from '../../common/http/pagination.dto';
import { ParseIdPipe } from '../../common/http/request.pipes';
import type { Actor } from '../../common/security/actor';
import { Authenticated, CurrentActor } from '../../common/security/access.decorators';
import {
  ImportStockDto,
  ListStockQuery,
  OneUnitData,
  StockData,
  toOneUnit,
  toStock,
  UpdateUnitDto,
  ImportData,
  toImport,
} from './stock-unit.dto';

const DEFAULT_PER_PAGE = 15;

@ApiTags('Admin supply')
@Controller('admin/supply/stock')
export class StockController {
  constructor(private readonly units: StockUnitsService) {}

  /** Addresses bought at providers, by country. Nobody sees their accounts; sub-admins do not see their ports either. */
  @Get()
  @Authenticated('admin', 'sub-admin')
  async adminListStock(
    @CurrentActor() actor: Actor,
    @Query() query: ListStockQuery,
  ): Promise<StockData> {
    const listing = await this.units.list(query, toPage(query, DEFAULT_PER_PAGE));
    return toStock(listing, actor.role === 'admin');
  }

  /**
   * Adds the addresses of a list. Those that are in stock already are left as they are, so the same list again adds
   * nothing. The accounts are encrypted and never shown again.
   */
  @Post('import')
  @HttpCode(200)
  @Authenticated('admin')
  @ApiErrors({
    422: 'The list is empty or too long, or a field is invalid. Malformed lines are no error.',
  })
  @Envelope({ message: true })
  async adminImportStock(
    @CurrentActor() actor: Actor,
    @Body() body: ImportStockDto,
  ): Promise<ImportData> {
    return toImport(
      await this.units.import(actor, {
        text: body.text,
        format: body.format ?? 'auto',
        country: body.country,
        protocol: body.protocol,
        upstreamExpiresAt: body.upstream_expires_at
          ? new Date(body.upstream_expires_at)
          : undefined,
        dryRun: body.dry_run ?? false,
      }),
      'unit',
    );
  }

  /** Takes a unit off sale or puts it back, or changes its end or its note. The proxy that has it keeps it. */
  @Put(':id')
  @Authenticated('admin')
  @ApiErrors({ 404: '`UNIT_NOT_FOUND`: no bought unit has this id.', 422: 'A field is invalid.' })
  @Envelope({ message: true })
  async adminUpdateUnit(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() body: UpdateUnitDto,
  ): Promise<OneUnitData> {
    const { enabled, note, upstream_expires_at: end } = body;
    const upstreamExpiresAt = typeof end === 'string' ? new Date(end) : end;
    return toOneUnit(
      await this.units.update(actor, id, {
        ...{ enabled, upstreamExpiresAt },
        note: note === '' ? null : note,
      }),
    );
  }
}
