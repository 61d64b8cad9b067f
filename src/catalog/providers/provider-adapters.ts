import { Injectable } from '@nestjs/common';
import { providerCannot, providerNotFound, providerRefused } from '../catalog.errors';
import { isProviderError } from './adapters/provider-http';
import { DataimpulseAdapter } from './adapters/dataimpulse.adapter';
import { EvomiAdapter } from './adapters/evomi.adapter';
import { IproyalAdapter } from './adapters/iproyal.adapter';
import { OxylabsAdapter } from './adapters/oxylabs.adapter';
import { ProxySellerAdapter } from './adapters/proxy-seller.adapter';
import { WebshareAdapter } from './adapters/webshare.adapter';
import { ProviderRepository } from './providers.service';
import type {
  AddressProvider,
  ProviderAccount,
  ProviderAdapter,
  ProviderKind,
  StockProvider,
} from './providers.types';

/** The adapter of each account. */
@Injectable()
export class ProviderAdapters {
  private readonly adapters: Readonly<Record<ProviderKind, ProviderAdapter>>;

  constructor(
    private readonly providers: ProviderRepository,
    proxySeller: ProxySellerAdapter,
    webshare: WebshareAdapter,
    dataimpulse: DataimpulseAdapter,
    evomi: EvomiAdapter,
    iproyal: IproyalAdapter,
    oxylabs: OxylabsAdapter,
  ) {
    this.adapters = { proxy_seller: proxySeller, webshare, dataimpulse, evomi, iproyal, oxylabs };
  }

  /** @throws DomainError not_found PROVIDER_NOT_FOUND; conflict PROVIDER_CANNOT. */
  async forStock(id: number): Promise<{ stock: StockProvider; account: ProviderAccount }> {
    const { adapter, account } = await this.find(id);
    if (!adapter.stock) throw providerCannot('buy addresses');
    return { stock: adapter.stock, account };
  }

  /** @throws DomainError not_found PROVIDER_NOT_FOUND; conflict PROVIDER_CANNOT. */
  async forAddresses(
    id: number,
  ): Promise<{ addresses: AddressProvider; account: ProviderAccount }> {
    const { adapter, account } = await this.find(id);
    if (!adapter.addresses) throw providerCannot('list addresses');
    return { addresses: adapter.addresses, account };
  }

  async find(id: number): Promise<{ adapter: ProviderAdapter; account: ProviderAccount }> {
    const account = await this.providers.findAccount(id);
    if (!account) throw providerNotFound();
    return { adapter: this.adapters[account.kind], account };
  }
}

/** For reads: what went wrong, told to staff. @throws DomainError upstream_failed PROVIDER_REFUSED. */
export async function askProvider<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (isProviderError(error)) throw providerRefused(error.message);
    throw error;
  }
}
