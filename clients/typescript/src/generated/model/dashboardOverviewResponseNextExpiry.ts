import type { NextExpiryResponse } from './nextExpiryResponse';

/**
 * Of the proxies in service, the one that ends next.
 * @nullable
 */
export type DashboardOverviewResponseNextExpiry = NextExpiryResponse | null;
