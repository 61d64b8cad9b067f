import { Envelope, ApiErrors, withMessage } from '../../common/http/api.decorators';
import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { message, MessageResponse } from '../../common/http/common.dto';
import { ParseIdPipe } from '../../common/http/request.pipes';
import type { Actor } from '../../common/security/actor';
import { CurrentActor, StaffOnly } from '../../common/security/access.decorators';
import { BlockTargetDto, TargetBlockedData, TargetBlocksData } from './block.dto';
import { TargetBlocksService } from './blocks.service';

@ApiTags('Admin supply')
@Controller('admin/supply/blocks')
export class TargetBlocksController {
  constructor(private readonly blocks: TargetBlocksService) {}

  /** The targets that no gateway connects to, newest first; 1,000 at most. */
  @Get()
  @StaffOnly('supply.read')
  adminListTargetBlocks(): Promise<TargetBlocksData> {
    return this.blocks.list();
  }

  /**
   * Blocks a target for new connections, on every gateway within five seconds; open tunnels go on. A blocked domain
   * can still be reached by its address unless that is blocked too.
   */
  @Post()
  @HttpCode(200)
  @StaffOnly('supply.manage')
  @ApiErrors({
    409: '`BLOCK_EXISTS`: the same target, ports and kind are blocked. `TOO_MANY_BLOCKS`: there are 1,000.',
    422: 'The target or the ports cannot be read, or a field is invalid.',
  })
  @Envelope({ message: true })
  async adminBlockTarget(
    @CurrentActor() actor: Actor,
    @Body() block: BlockTargetDto,
  ): Promise<TargetBlockedData> {
    return withMessage(await this.blocks.add(actor, block), 'The target is blocked.');
  }

  /** Unblocks a target, on every gateway within five seconds. */
  @Delete(':id')
  @StaffOnly('supply.manage')
  @ApiErrors({ 404: '`BLOCK_NOT_FOUND`: it was unblocked before.' })
  async adminUnblockTarget(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
  ): Promise<MessageResponse> {
    await this.blocks.remove(actor, id);
    return message('The target is no longer blocked.');
  }
}
