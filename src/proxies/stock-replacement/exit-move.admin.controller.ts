import { Body, Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors, Envelope, withMessage } from '../../common/http/api.decorators';
import { ReasonDto } from '../../common/http/common.dto';
import { ParseIdPipe } from '../../common/http/request.pipes';
import { StaffAction } from '../../common/http/staff-action.decorator';
import { CurrentActor, StaffOnly } from '../../common/security/access.decorators';
import type { Actor } from '../../common/security/actor';
import { ExitCustomersData } from './exit-move.dto';
import { ExitMoveService } from './exit-move.service';

@ApiTags('Admin supply')
@Controller('admin/supply/exits')
export class ExitMoveController {
  constructor(private readonly moves: ExitMoveService) {}

  /** Who has proxies on addresses of an exit, and which free addresses of the country they could move to. */
  @Get(':id/customers')
  @StaffOnly('supply.manage')
  @ApiErrors({ 404: '`EXIT_NOT_FOUND`: no exit has this id.' })
  adminListExitCustomers(@Param('id', ParseIdPipe) id: number): Promise<ExitCustomersData> {
    return this.moves.preview(id);
  }

  /**
   * Moves the customers of an exit to free addresses of other exits of the same country. Nothing new is sold on the exit
   * from then on. The worker does it in the background; customers keep their credentials and get an email.
   */
  @StaffAction('supply.manage', ':id/move', {
    404: '`EXIT_NOT_FOUND`: no exit has this id.',
    409: '`EXIT_MOVE_RUNS`: a move off the exit has not ended. `EXIT_WITHOUT_CUSTOMERS`: no proxy has an address of it.',
  })
  @Envelope({ name: 'ExitCustomers', message: true })
  async adminMoveExitCustomers(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() { reason }: ReasonDto,
  ): Promise<ExitCustomersData> {
    return withMessage(await this.moves.start(actor, id, reason), 'The customers are being moved.');
  }
}
