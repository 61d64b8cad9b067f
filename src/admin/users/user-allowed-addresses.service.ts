import { Injectable } from '@nestjs/common';
import type { Actor } from '../../common/security/actor';
import { AllowedAddressesService } from '../../proxies/allowed-addresses/allowed-addresses.service';
import type { CustomerAddresses } from '../../proxies/allowed-addresses/allowed-addresses.types';
import { UsersService } from '../../users/users.service';
import { userNotFound } from './admin-users.errors';

/** The addresses from which a customer needs no password, for staff. */
@Injectable()
export class UserAllowedAddressesService {
  constructor(
    private readonly users: UsersService,
    private readonly addresses: AllowedAddressesService,
  ) {}

  /** @throws DomainError not_found USER_NOT_FOUND. */
  async list(userId: number): Promise<CustomerAddresses> {
    if (!(await this.users.findById(userId))) throw userNotFound();
    return this.addresses.listOf(userId);
  }

  /** @throws DomainError not_found USER_NOT_FOUND or ADDRESS_NOT_FOUND. */
  async remove(actor: Actor, userId: number, addressId: number): Promise<CustomerAddresses> {
    const user = await this.users.findById(userId);
    if (!user) throw userNotFound();
    await this.addresses.removeOne(actor, user, addressId);
    return this.addresses.listOf(userId);
  }
}
