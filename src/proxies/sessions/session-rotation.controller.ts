import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors, RateLimit } from '../../common/http/api.decorators';
import { message, MessageResponse } from '../../common/http/common.dto';
import { ParseIdPipe } from '../../common/http/request.pipes';
import type { Actor } from '../../common/security/actor';
import { AllowApiKey, Authenticated, CurrentActor } from '../../common/security/access.decorators';
import { RotateSessionDto } from './sessions.dto';
import { SessionRotationService } from './session-rotation.service';

/** Per minute and person. */
const ROTATIONS_PER_MINUTE = 120;

@ApiTags('Proxies')
@Controller('user/proxies/:id/rotate')
export class SessionRotationController {
  constructor(private readonly rotations: SessionRotationService) {}

  /**
   * Gives a session of a residential or mobile proxy a new address now, another one where the location has a
   * choice. New connections use it; open connections stay on the old address until they end.
   */
  @Post()
  @HttpCode(200)
  @Authenticated()
  @AllowApiKey('proxies')
  @RateLimit('rotate', ROTATIONS_PER_MINUTE)
  @ApiErrors({
    404: 'You have no such proxy.',
    409: 'The proxy has expired or is suspended, or ADDRESS_FIXED: a datacenter proxy has one address.',
    422: '`session` is invalid.',
  })
  async rotateSession(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() body: RotateSessionDto,
  ): Promise<MessageResponse> {
    await this.rotations.rotate(actor, id, body.session ?? null);
    return message('New connections use a new address. Open connections stay on the old one.');
  }
}
