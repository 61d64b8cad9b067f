import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors, Envelope, withMessage } from '../../common/http/api.decorators';
import { message, MessageResponse } from '../../common/http/common.dto';
import { ParseIdPipe } from '../../common/http/request.pipes';
import { CurrentActor, StaffOnly } from '../../common/security/access.decorators';
import type { Actor } from '../../common/security/actor';
import {
  CreateProviderDto,
  ProviderKindsData,
  SavedProviderData,
  SupplyProviderData,
  SupplyProvidersData,
  SyncData,
  toProviderKinds,
  UpdateProviderDto,
} from './provider.dto';
import { ProviderStockService } from './provider-stock.service';
import { ProvidersService } from './providers.service';

const withTest = (data: SavedProviderData, done: string): SavedProviderData =>
  withMessage(
    data,
    data.test_error === null
      ? done
      : `${done} The test failed, so it is disabled. ${data.test_error}`,
  );

@ApiTags('Admin supply')
@Controller('admin/supply')
export class ProvidersController {
  constructor(
    private readonly providers: ProvidersService,
    private readonly stock: ProviderStockService,
  ) {}

  /** The providers whose management APIs are known, and what each can do. */
  @Get('provider-kinds')
  @StaffOnly('supply.manage')
  adminListProviderKinds(): ProviderKindsData {
    return toProviderKinds();
  }

  /** Every account by name, without its key. */
  @Get('providers')
  @StaffOnly('supply.manage')
  adminListProviders(): Promise<SupplyProvidersData> {
    return this.providers.list();
  }

  /**
   * Connects an account. The key is encrypted and never shown again. An enabled account is tested first: when the provider
   * does not take the key it is stored and disabled, and `test_error` says why.
   */
  @Post('providers')
  @StaffOnly('supply.manage')
  @ApiErrors({
    409: '`PROVIDER_EXISTS`: another account has the name.',
    422: 'A field is invalid.',
  })
  @Envelope({ name: 'SavedProvider', message: true })
  async adminAddProvider(
    @CurrentActor() actor: Actor,
    @Body() body: CreateProviderDto,
  ): Promise<SavedProviderData> {
    return withTest(await this.providers.add(actor, body), 'The provider is connected.');
  }

  /**
   * Replaces the settings of an account. Without `api_key` the stored one stays. One that is enabled, or has another key, is
   * tested first as a new one is.
   */
  @Put('providers/:id')
  @StaffOnly('supply.manage')
  @ApiErrors({
    404: '`PROVIDER_NOT_FOUND`: it was removed.',
    409: '`PROVIDER_EXISTS`: another account has the name.',
    422: 'A field is invalid, or the address changes without the key.',
  })
  @Envelope({ name: 'SavedProvider', message: true })
  async adminUpdateProvider(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() body: UpdateProviderDto,
  ): Promise<SavedProviderData> {
    return withTest(await this.providers.update(actor, id, body), 'The provider is changed.');
  }

  /** Removes an account through which nothing was bought. */
  @Delete('providers/:id')
  @StaffOnly('supply.manage')
  @ApiErrors({
    404: '`PROVIDER_NOT_FOUND`: it was removed before.',
    409: '`PROVIDER_IN_USE`: purchases, units or networks belong to it.',
  })
  async adminRemoveProvider(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
  ): Promise<MessageResponse> {
    await this.providers.remove(actor, id);
    return message('The provider is removed.');
  }

  /** Asks the provider for the balance now. A failure is told in `last_error`. */
  @Post('providers/:id/balance')
  @HttpCode(200)
  @StaffOnly('supply.manage')
  @ApiErrors({ 404: '`PROVIDER_NOT_FOUND`: it was removed.' })
  @Envelope({ name: 'OneSupplyProvider' })
  async adminReadProviderBalance(
    @Param('id', ParseIdPipe) id: number,
  ): Promise<SupplyProviderData> {
    await this.stock.readBalance(id);
    return this.providers.get(id);
  }

  /**
   * Brings stock into line with the account's list.
   *
   * New addresses are added, ends and credentials follow, and free units that the account does not have any more go off
   * sale.
   */
  @Post('providers/:id/synchronize')
  @HttpCode(200)
  @StaffOnly('supply.manage')
  @ApiErrors({
    404: '`PROVIDER_NOT_FOUND`: it was removed.',
    409: '`PROVIDER_CANNOT`: its API lists no addresses.',
    502: '`PROVIDER_REFUSED`: it refused or did not answer.',
  })
  @Envelope({ message: true })
  async adminSynchronizeProvider(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
  ): Promise<SyncData> {
    const counts = await this.stock.synchronize(actor, id);
    const { listed, added, missing } = counts;
    return withMessage(
      counts,
      `${listed} addresses are in the account: ${added} new in stock, ${missing} missing.`,
    );
  }
}
