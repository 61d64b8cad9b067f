import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors } from '../../common/http/api.decorators';
import type { Actor } from '../../common/security/actor';
import {
  AllowApiKey,
  Authenticated,
  OwnerOnly,
  CurrentActor,
} from '../../common/security/access.decorators';
import { AllowedAddressesService } from './allowed-addresses.service';
import { AllowedAddressesDto, AllowedAddressesData } from './allowed-addresses.dto';

@ApiTags('Proxies')
@Controller('user/allowed-addresses')
export class AllowedAddressesController {
  constructor(private readonly addresses: AllowedAddressesService) {}

  /** The addresses from which your proxies can be used without a password. */
  @Get()
  @Authenticated()
  @AllowApiKey('read')
  getAllowedAddresses(@CurrentActor() actor: Actor): Promise<AllowedAddressesData> {
    return this.addresses.listOwn(actor);
  }

  /**
   * Replaces the list of all your proxies or of one. An address that is new to your account is `pending` until you send
   * one request from there with the username and password of one of your proxies. It belongs to one customer at a time,
   * and is pending again when it was not used for 30 days. Changes are in force at every gateway within five seconds;
   * connections that an address had opened without a password are closed when it is removed.
   *
   * From an active address any password is accepted for the username of the proxy. Without a username it has to be
   * allowed for exactly one active proxy.
   */
  @Put()
  @Authenticated()
  @OwnerOnly()
  @AllowApiKey('proxies')
  @ApiErrors({
    404: 'You have no such proxy.',
    422: '`addresses` has more than 20, or something that is no public address.',
  })
  replaceAllowedAddresses(
    @CurrentActor() actor: Actor,
    @Body() body: AllowedAddressesDto,
  ): Promise<AllowedAddressesData> {
    return this.addresses.replaceOwn(actor, body);
  }
}
