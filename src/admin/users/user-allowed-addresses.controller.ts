import { Controller, Delete, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors } from '../../common/http/api.decorators';
import { ParseIdPipe } from '../../common/http/request.pipes';
import type { Actor } from '../../common/security/actor';
import { Authenticated, CurrentActor } from '../../common/security/access.decorators';
import { toUserAllowedAddresses, UserAllowedAddressesData } from './users.response';
import { UserAllowedAddressesService } from './user-allowed-addresses.service';

@ApiTags('Admin users')
@Controller('admin/users/:id/allowed-addresses')
export class UserAllowedAddressesController {
  constructor(private readonly addresses: UserAllowedAddressesService) {}

  /** The addresses from which a customer's proxies can be used without a password. */
  @Get()
  @Authenticated('admin', 'sub-admin')
  @ApiErrors({ 404: 'No open account has this id.' })
  async adminGetAllowedAddresses(
    @Param('id', ParseIdPipe) id: number,
  ): Promise<UserAllowedAddressesData> {
    return toUserAllowedAddresses(await this.addresses.list(id));
  }

  /**
   * Removes one address when the customer asks for it. Connections that it had opened without a password are closed at
   * every gateway within five seconds.
   */
  @Delete(':addressId')
  @Authenticated('admin')
  @ApiErrors({ 404: 'No open account has this id, or the customer no longer allows the address.' })
  async adminRemoveAllowedAddress(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Param('addressId', ParseIdPipe) addressId: number,
  ): Promise<UserAllowedAddressesData> {
    return toUserAllowedAddresses(await this.addresses.remove(actor, id, addressId));
  }
}
