import type {
  AddTrafficDto,
  AutoRenewDto,
  BuyDatacenterDto,
  BuyPlaceDto,
  BuyProxiesDto,
  ProxyDetailResponse,
  PurchaseResponse,
  RenewProxyDto,
  RenewalResponse
} from '.././model';

import { request, type RequestOptions } from '../../request';

/**
 * @summary Buys a traffic package of residential or mobile proxies, paid from the wallet.
 */
export const getBuyProxiesUrl = () => {


  

  return `/api/v1/proxies/buy`
}

export const buyProxies = async (buyProxiesDto: BuyProxiesDto, options?: RequestOptions): Promise<PurchaseResponse> => {
  
  return request<PurchaseResponse>(getBuyProxiesUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      buyProxiesDto,)
  }
);}


/**
 * @summary Buys dedicated datacenter addresses for a period, paid from the wallet.
 */
export const getBuyDatacenterUrl = () => {


  

  return `/api/v1/proxies/buy-datacenter`
}

export const buyDatacenter = async (buyDatacenterDto: BuyDatacenterDto, options?: RequestOptions): Promise<PurchaseResponse> => {
  
  return request<PurchaseResponse>(getBuyDatacenterUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      buyDatacenterDto,)
  }
);}


/**
 * It keeps its credentials; the period is added to its end (to now when it has expired), and the traffic of the package to what is left. A residential or mobile proxy can be renewed until 30 days after its end, a datacenter proxy until its end.
 * @summary Renews a proxy in place, paid from the wallet.
 */
export const getRenewProxyUrl = (id: number,) => {


  

  return `/api/v1/user/proxies/${id}/renewal`
}

export const renewProxy = async (id: number,
    renewProxyDto: RenewProxyDto, options?: RequestOptions): Promise<RenewalResponse> => {
  
  return request<RenewalResponse>(getRenewProxyUrl(id),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      renewProxyDto,)
  }
);}


/**
 * @summary Adds traffic to a residential or mobile proxy that has not expired, paid from the wallet; its end stays.
 */
export const getAddTrafficUrl = (id: number,) => {


  

  return `/api/v1/user/proxies/${id}/traffic`
}

export const addTraffic = async (id: number,
    addTrafficDto: AddTrafficDto, options?: RequestOptions): Promise<RenewalResponse> => {
  
  return request<RenewalResponse>(getAddTrafficUrl(id),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      addTrafficDto,)
  }
);}


/**
 * The wallet is charged once before each end, at the price of that day: 24 hours before it, or at once when it is nearer. If that fails it is tried again 12 and 2 hours before the end, and after a credit to the wallet; the third failure switches it off. You get a mail of each outcome.
 * @summary Switches automatic renewal of a proxy on or off.
 */
export const getSetAutoRenewUrl = (id: number,) => {


  

  return `/api/v1/user/proxies/${id}/auto-renew`
}

export const setAutoRenew = async (id: number,
    autoRenewDto: AutoRenewDto, options?: RequestOptions): Promise<ProxyDetailResponse> => {
  
  return request<ProxyDetailResponse>(getSetAutoRenewUrl(id),
  {      
    ...options,
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      autoRenewDto,)
  }
);}


/**
 * All its traffic may then leave in every place that is no dearer, besides those it could before.
 * @summary Pays the difference from the wallet and moves the proxy there.
 */
export const getBuyPlaceUrl = (id: number,) => {


  

  return `/api/v1/user/proxies/${id}/place`
}

export const buyPlace = async (id: number,
    buyPlaceDto: BuyPlaceDto, options?: RequestOptions): Promise<RenewalResponse> => {
  
  return request<RenewalResponse>(getBuyPlaceUrl(id),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      buyPlaceDto,)
  }
);}


