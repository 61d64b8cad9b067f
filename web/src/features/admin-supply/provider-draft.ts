import type { ProviderKind, UpdateProviderDto } from '@/api/generated/api.schemas';
import type { Kind, Provider } from './providers';

/** A row of the minimum stock. */
export interface StockRule {
  country?: string;
  units?: number | null;
}

/** The values of the form, named as the API names them. */
export interface ProviderDraft {
  name: string;
  kind: ProviderKind;
  base_url: string;
  /** Empty: the stored one stays. */
  api_key: string;
  enabled: boolean;
  monthly_budget_usd: number | null;
  buys_automatically: boolean;
  daily_automatic_usd: number | null;
  automatic_period: string;
  minimum_stock: StockRule[];
  note: string;
}

const LONGER_THAN_SOLD = '3m';

export const startProvider = (kind: Kind): ProviderDraft => ({
  name: kind.name,
  kind: kind.kind,
  base_url: kind.base_url,
  api_key: '',
  enabled: true,
  monthly_budget_usd: null,
  buys_automatically: false,
  daily_automatic_usd: null,
  automatic_period: LONGER_THAN_SOLD,
  minimum_stock: [],
  note: '',
});

export const toProviderDraft = (provider: Provider): ProviderDraft => ({
  name: provider.name,
  kind: provider.kind,
  base_url: provider.base_url,
  api_key: '',
  enabled: provider.enabled,
  monthly_budget_usd: provider.monthly_budget_usd,
  buys_automatically: provider.buys_automatically,
  daily_automatic_usd: provider.daily_automatic_usd,
  automatic_period: provider.automatic_period,
  minimum_stock: Object.entries(provider.minimum_stock).map(([country, units]) => ({
    country,
    units,
  })),
  note: provider.note ?? '',
});

/** The body of the API but for the key. */
export const toProviderBody = (draft: ProviderDraft): Omit<UpdateProviderDto, 'api_key'> => ({
  name: draft.name.trim(),
  kind: draft.kind,
  base_url: draft.base_url.trim(),
  enabled: draft.enabled,
  monthly_budget_usd: draft.monthly_budget_usd ?? null,
  buys_automatically: draft.buys_automatically,
  daily_automatic_usd: draft.daily_automatic_usd ?? null,
  automatic_period: draft.automatic_period.trim(),
  minimum_stock: Object.fromEntries(
    draft.minimum_stock.flatMap(({ country, units }) =>
      country && units ? [[country, units]] : [],
    ),
  ),
  note: draft.note.trim() || null,
});
