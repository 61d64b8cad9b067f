import { Body, Controller, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors, Envelope, withMessage } from '../../common/http/api.decorators';
import { ParseIdPipe } from '../../common/http/request.pipes';
import { CurrentActor, StaffOnly } from '../../common/security/access.decorators';
import type { Actor } from '../../common/security/actor';
import { can } from '../../common/security/permissions';
import { ImportData, ImportStockDto } from '../import.dto';
import { ListStockQuery, OneUnitData, StockData, UpdateUnitDto } from './stock-unit.dto';
import { StockUnitsService } from './stock-units.service';

@ApiTags('Admin supply')
@Controller('admin/supply/stock')
export class StockController {
  constructor(private readonly units: StockUnitsService) {}

  /** Addresses bought at providers, by country. Nobody sees their accounts; sub-admins do not see their ports either. */
  @Get()
  @StaffOnly('supply.read')
  adminListStock(@CurrentActor() actor: Actor, @Query() query: ListStockQuery): Promise<StockData> {
    return this.units.list(query, can(actor, 'supply.manage'));
  }

  /**
   * Adds the addresses of a list. Those that are in stock already are left as they are, so the same list again adds
   * nothing. The accounts are encrypted and never shown again.
   */
  @Post('import')
  @HttpCode(200)
  @StaffOnly('supply.manage')
  @ApiErrors({
    422: 'The list is empty or too long, or a field is invalid. Malformed lines are no error.',
  })
  @Envelope({ message: true })
  adminImportStock(
    @CurrentActor() actor: Actor,
    @Body() body: ImportStockDto,
  ): Promise<ImportData> {
    return this.units.import(actor, body);
  }

  /** Takes a unit off sale or puts it back, or changes its end or its note. The proxy that has it keeps it. */
  @Put(':id')
  @StaffOnly('supply.manage')
  @ApiErrors({ 404: '`UNIT_NOT_FOUND`: no bought unit has this id.', 422: 'A field is invalid.' })
  @Envelope({ message: true })
  async adminUpdateUnit(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() body: UpdateUnitDto,
  ): Promise<OneUnitData> {
    return withMessage(await this.units.update(actor, id, body), 'The unit is changed.');
  }
}
