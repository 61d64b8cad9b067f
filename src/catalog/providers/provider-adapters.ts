import { Injectable } from '@nestjs/common';
import { decrypt } from '../../common/crypto/secrets';
import { AppConfig } from '../../config/app-config';
import { UnitOfWork } from '../../database/unit-of-work';
import { providerContext } from '../catalog.encrypted-columns';
import { providerCannot, providerRefused, refuse } from '../catalog.errors';
import { DataimpulseAdapter } from './adapters/dataimpulse.adapter';
import { EvomiAdapter } from './adapters/evomi.adapter';
import { IproyalAdapter } from './adapters/iproyal.adapter';
import { OxylabsAdapter } from './adapters/oxylabs.adapter';
import { isProviderError } from './adapters/provider-http';
import { ProxySellerAdapter } from './adapters/proxy-seller.adapter';
import { WebshareAdapter } from './adapters/webshare.adapter';
import { SupplyProvider, type ProviderKind } from './provider.entity';
import type {
  AddressProvider,
  ProviderAccount,
  ProviderAdapter,
  StockProvider,
} from './providers.types';

/** The adapter of each account. */
@Injectable()
export class ProviderAdapters {
  private readonly adapters: Readonly<Record<ProviderKind, ProviderAdapter>>;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly config: AppConfig,
    proxySeller: ProxySellerAdapter,
    webshare: WebshareAdapter,
    dataimpulse: DataimpulseAdapter,
    evomi: EvomiAdapter,
    iproyal: IproyalAdapter,
    oxylabs: OxylabsAdapter,
  ) {
    this.adapters = { proxy_seller: proxySeller, webshare, dataimpulse, evomi, iproyal, oxylabs };
  }

  async forStock(id: number): Promise<{ stock: StockProvider; account: ProviderAccount }> {
    const { adapter, account } = await this.find(id);
    if (!adapter.stock) throw providerCannot('buy addresses');
    return { stock: adapter.stock, account };
  }

  async forAddresses(
    id: number,
  ): Promise<{ addresses: AddressProvider; account: ProviderAccount }> {
    const { adapter, account } = await this.find(id);
    if (!adapter.addresses) throw providerCannot('list addresses');
    return { addresses: adapter.addresses, account };
  }

  async find(id: number): Promise<{ adapter: ProviderAdapter; account: ProviderAccount }> {
    const row = await this.uow.manager.findOneBy(SupplyProvider, { id });
    if (!row) throw refuse('PROVIDER_NOT_FOUND');
    const apiKey = decrypt(this.config.key('secrets'), providerContext(id), row.apiKeyEncrypted);
    return {
      adapter: this.adapters[row.kind],
      account: { id, name: row.name, baseUrl: row.baseUrl, apiKey },
    };
  }

  /** @returns what the provider says against the account; null when it takes the key. */
  async test(kind: ProviderKind, account: ProviderAccount): Promise<string | null> {
    try {
      await this.adapters[kind].readState(account);
      return null;
    } catch (error) {
      if (isProviderError(error)) return error.message;
      throw error;
    }
  }

  /** Why a job failed. Balance and traffic stay as they were last read. */
  async recordError(id: number, error: string): Promise<void> {
    await this.uow.manager.update(SupplyProvider, { id }, { lastError: error });
  }
}

/** For reads: what went wrong, told to staff. */
export async function askProvider<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (isProviderError(error)) throw providerRefused(error.message);
    throw error;
  }
}
