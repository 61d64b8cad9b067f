import type {
  AuthConfigResponse,
  ContactDto,
  DatacenterPricingResponse,
  GoogleTokenDto,
  LoginResponse,
  MessageResponse,
  PoolCountriesParams,
  PoolCountriesResponse,
  PoolPricingParams,
  PoolPricingResponse,
} from './generated/api.schemas';
import { http } from './http';

/*
 * Calls of what starts before everything else, such as the landing page: the generated modules import React Query.
 */

const post = <T>(path: string, body: object): Promise<T> =>
  http<T>(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

const get = <T>(path: string, params: object = {}): Promise<T> => {
  const query = new URLSearchParams({ ...params }).toString();
  return http<T>(query ? `${path}?${query}` : path, { method: 'GET' });
};

export const authConfig = () => get<AuthConfigResponse>('/api/v1/auth/config');
export const googleVerifyToken = (body: GoogleTokenDto) =>
  post<LoginResponse>('/api/v1/auth/google/verify-token', body);
export const contactSales = (body: ContactDto) => post<MessageResponse>('/api/v1/contact', body);
export const dataCenterPricing = () =>
  get<DatacenterPricingResponse>('/api/v1/data-center-pricing');
export const poolCountries = (params: PoolCountriesParams) =>
  get<PoolCountriesResponse>('/api/v1/pool/countries', params);
export const poolPricing = (params: PoolPricingParams) =>
  get<PoolPricingResponse>('/api/v1/pool/pricing', params);
