import type {
  OrderQuoteResponse,
  PlaceQuoteDto,
  PlaceQuoteResponse,
  QuoteOrderBody,
  RenewProxyDto
} from '.././model';

import { request, type RequestOptions } from '../../request';

/**
 * Takes the body of either purchase call, or that of a renewal or of added traffic with the `proxy_id`. Nothing is bought or reserved, and the stock is not checked. Send `total` as `expected_total` with the purchase to pay exactly that.
 * @summary The price of an order.
 */
export const getQuoteOrderUrl = () => {


  

  return `/api/v1/pricing/quote`
}

export const quoteOrder = async (quoteOrderBody: QuoteOrderBody, options?: RequestOptions): Promise<OrderQuoteResponse> => {
  
  return request<OrderQuoteResponse>(getQuoteOrderUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      quoteOrderBody,)
  }
);}


/**
 * That is the price of its unused traffic there, less what is paid for it. Send `difference` as `expected_total` with the purchase to pay exactly that.
 * @summary What moving a residential or mobile proxy to a place costs.
 */
export const getQuotePlaceUrl = (id: number,) => {


  

  return `/api/v1/user/proxies/${id}/place/quote`
}

export const quotePlace = async (id: number,
    placeQuoteDto: PlaceQuoteDto, options?: RequestOptions): Promise<PlaceQuoteResponse> => {
  
  return request<PlaceQuoteResponse>(getQuotePlaceUrl(id),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      placeQuoteDto,)
  }
);}


/**
 * Send `total` as `expected_total` with the renewal to pay exactly that.
 * @summary The price of a renewal.
 */
export const getQuoteRenewalUrl = (id: number,) => {


  

  return `/api/v1/user/proxies/${id}/renewal/quote`
}

export const quoteRenewal = async (id: number,
    renewProxyDto: RenewProxyDto, options?: RequestOptions): Promise<OrderQuoteResponse> => {
  
  return request<OrderQuoteResponse>(getQuoteRenewalUrl(id),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      renewProxyDto,)
  }
);}


