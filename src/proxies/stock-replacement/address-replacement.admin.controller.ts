import { Envelope, ApiErrors } from '../../common/http/api.decorators';
import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ParseIdPipe } from '../../common/http/request.pipes';
import type { Actor } from '../../common/security/actor';
import { CurrentActor, StaffOnly } from '../../common/security/access.decorators';
import { ReplacedUnitData, ReplaceUnitDto } from './address-replacement.dto';
import { AddressReplacementService } from './address-replacement.service';

@ApiTags('Admin supply')
@Controller('admin/supply/stock')
export class StockReplacementController {
  constructor(private readonly replacements: AddressReplacementService) {}

  /**
   * Replaces the unit behind a sold proxy by a free one of the same country that lasts until the proxy ends. The
   * customer keeps endpoint and credentials, gets an email, and has to connect anew; the old unit is withdrawn.
   */
  @Post(':id/replace')
  @HttpCode(200)
  @StaffOnly('supply.manage')
  @ApiErrors({
    404: '`UNIT_NOT_FOUND`: no bought unit has this id.',
    409: '`UNIT_NOT_SOLD`: no proxy in use has it. `NO_REPLACEMENT`: no free unit of the country lasts long enough.',
    422: 'The reason is missing or too long.',
  })
  @Envelope({ message: true })
  adminReplaceUnit(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() body: ReplaceUnitDto,
  ): Promise<ReplacedUnitData> {
    return this.replacements.replaceUnit(actor, id, body.reason);
  }
}
