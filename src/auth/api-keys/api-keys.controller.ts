import { ApiErrors, Envelope, withMessage } from '../../common/http/api.decorators';
import { Body, Controller, Delete, Get, Header, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { message, MessageResponse } from '../../common/http/common.dto';
import { ParseIdPipe } from '../../common/http/request.pipes';
import type { Actor, SessionActor } from '../../common/security/actor';
import {
  AllowApiKey,
  Authenticated,
  OwnerOnly,
  CurrentActor,
} from '../../common/security/access.decorators';
import { ApiKeysService } from './api-keys.service';
import { ApiKeyResponse, CreateApiKeyDto, CreatedApiKeyData } from './api-keys.dto';

@ApiTags('Integrations')
@Controller('user/api-keys')
export class ApiKeysController {
  constructor(private readonly keys: ApiKeysService) {}

  /** Your API keys, newest first, without the keys themselves. */
  @Get()
  @Authenticated('user')
  @OwnerOnly()
  @AllowApiKey('read')
  @Envelope({ name: 'ApiKeys', description: 'Newest first, with expired ones.' })
  listApiKeys(@CurrentActor() actor: Actor): Promise<ApiKeyResponse[]> {
    return this.keys.list(actor);
  }

  /**
   * Creates an API key, which is shown once. It acts for you within its scopes, and never changes your password, your
   * sessions or your keys. You are notified by email.
   */
  @Post()
  @Authenticated('user')
  @OwnerOnly()
  @Header('Cache-Control', 'no-store')
  @ApiErrors({
    403: 'REAUTHENTICATION_REQUIRED: the sign-in is 15 minutes ago or more.',
    409: 'TOO_MANY_API_KEYS: you have 20 keys that work.',
    422: 'A field is missing or invalid.',
  })
  @Envelope({ message: true })
  async createApiKey(
    @CurrentActor() actor: SessionActor,
    @Body() body: CreateApiKeyDto,
  ): Promise<CreatedApiKeyData> {
    return withMessage(
      await this.keys.create(actor, body),
      'Copy the key now. It will not be shown again.',
    );
  }

  /** Removes an API key. Programs that use it get 401 at once; what they bought stays. */
  @Delete(':id')
  @Authenticated('user')
  @OwnerOnly()
  @ApiErrors({ 404: 'You have no such API key.' })
  async removeApiKey(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
  ): Promise<MessageResponse> {
    await this.keys.remove(actor, id);
    return message('The API key no longer works.');
  }
}
