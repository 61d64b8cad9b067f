import { Envelope, ApiErrors, withMessage, RateLimit } from '../../common/http/api.decorators';
import {
  Controller,
  Delete,
  Get,
  Header,
  Param,
  Post,
  Query,
  StreamableFile,
} from '@nestjs/common';
import { ApiExtraModels, ApiTags } from '@nestjs/swagger';
import { message, MessageResponse } from '../../common/http/common.dto';
import { ParseIdPipe } from '../../common/http/request.pipes';
import type { Actor } from '../../common/security/actor';
import {
  AllowApiKey,
  Authenticated,
  BuyerOnly,
  CurrentActor,
  Public,
} from '../../common/security/access.decorators';
import { ConnectionListsService } from './connection-lists.service';
import {
  ApiConnectionList,
  ConnectionListQuery,
  ConnectionListData,
  NewSharedListData,
  SharedListData,
  toConnectionList,
} from './connection-lists.dto';

@ApiTags('Proxies')
@ApiExtraModels(ConnectionListData)
@Controller('user/proxies/:id')
export class ConnectionListsController {
  constructor(private readonly lists: ConnectionListsService) {}

  /**
   * What programs enter to use one of your proxies, one or up to a thousand connections. Each has a session of its own, at a place within what you bought, and works at once. The same request returns the
   * same sessions again.
   */
  @Get('endpoints')
  @Authenticated()
  @BuyerOnly()
  @AllowApiKey('read')
  @Header('Cache-Control', 'no-store')
  @ApiConnectionList()
  @ApiErrors({
    404: 'You have no such proxy.',
    409: 'The proxy has expired or is suspended.',
    422: 'A parameter is invalid, not within what was bought, or not on sale at the moment.',
  })
  async listEndpoints(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Query() query: ConnectionListQuery,
  ): Promise<ConnectionListData | StreamableFile> {
    return toConnectionList(await this.lists.list(actor, id, query), query, 'json');
  }

  /** Whether the connections of one of your proxies are shared under an address, and when it was last used. */
  @Get('list-token')
  @Authenticated()
  @AllowApiKey('read')
  @ApiErrors({ 404: 'You have no such proxy, or its connections are not shared.' })
  getListToken(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
  ): Promise<SharedListData> {
    return this.lists.getToken(actor, id);
  }

  /**
   * Creates the address under which programs fetch the connections of one of your proxies without a sign-in. It is shown
   * once; an earlier one stops working. It gives the username and password of the proxy, also after they are reissued, and
   * nothing of your account. It ends when the API key that created it is removed or expires, when the member of your team
   * who created it leaves, is removed or becomes a viewer, and with a password reset.
   */
  @Post('list-token')
  @Authenticated()
  @AllowApiKey('proxies')
  @Header('Cache-Control', 'no-store')
  @ApiErrors({ 404: 'You have no such proxy.' })
  @Envelope({ message: true })
  async createListToken(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
  ): Promise<NewSharedListData> {
    return withMessage(
      await this.lists.createToken(actor, id),
      'Keep this address to yourself: whoever has it can use the proxy.',
    );
  }

  /** Revokes the address. The username and password of the proxy stay; reissue them if somebody has seen them. */
  @Delete('list-token')
  @Authenticated()
  @AllowApiKey('proxies')
  @ApiErrors({ 404: 'You have no such proxy, or its connections are not shared.' })
  async revokeListToken(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
  ): Promise<MessageResponse> {
    await this.lists.revokeToken(actor, id);
    return message('The address no longer works.');
  }
}

/** Per minute and address: programs fetch a list when they start. */
const LISTS_PER_ADDRESS = 60;

@ApiTags('Proxies')
@ApiExtraModels(ConnectionListData)
@Controller('lists')
export class SharedListsController {
  constructor(private readonly lists: ConnectionListsService) {}

  /** The connections of the proxy whose owner made this address, as `GET /user/proxies/{id}/endpoints` lists them. */
  @Get(':token')
  @Public()
  @RateLimit('lists', LISTS_PER_ADDRESS)
  @Header('Cache-Control', 'no-store')
  @Header('X-Robots-Tag', 'noindex')
  @ApiConnectionList()
  @ApiErrors({
    404: 'The address is wrong, was revoked, or ended with the access of its creator.',
    409: 'The proxy has expired or is suspended.',
    422: 'A parameter is invalid, not within what was bought, or not on sale at the moment.',
  })
  async sharedList(
    @Param('token') token: string,
    @Query() query: ConnectionListQuery,
  ): Promise<ConnectionListData | StreamableFile> {
    return toConnectionList(await this.lists.open(token, query), query, 'txt');
  }
}
