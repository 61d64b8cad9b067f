import { Controller, Get, Header, Param, Query, StreamableFile } from '@nestjs/common';
import { ApiExtraModels, ApiTags } from '@nestjs/swagger';
import { ApiErrors, RateLimit } from '../../common/http/api.decorators';
import { Public } from '../../common/security/access.decorators';
import {
  ApiConnectionList,
  ConnectionListQuery,
  toListRequest,
  ConnectionListData,
  toConnectionList,
} from './connection-lists.dto';
import { ListTokensService } from './list-tokens.service';

/** Per minute and address: programs fetch a list when they start. */
const LISTS_PER_ADDRESS = 60;

@ApiTags('Proxies')
@ApiExtraModels(ConnectionListData)
@Controller('lists')
export class SharedListsController {
  constructor(private readonly tokens: ListTokensService) {}

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
    return toConnectionList(await this.tokens.open(token, toListRequest(query)), query, 'txt');
  }
}
