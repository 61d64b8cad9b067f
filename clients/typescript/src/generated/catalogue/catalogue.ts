import type {
  CatalogParams,
  CatalogResponse,
  DataCenterPricingParams,
  DatacenterCountriesResponse,
  DatacenterInfoResponse,
  DatacenterPricingResponse,
  ExchangeRateResponse,
  PlacesResponse,
  PoolCitiesParams,
  PoolCountriesParams,
  PoolCountriesResponse,
  PoolIspsParams,
  PoolPricingParams,
  PoolPricingResponse,
  PoolRegionsParams,
  PriceQuoteDto,
  PriceQuoteResponse,
  PricingInfoResponse
} from '.././model';

import { request, type RequestOptions } from '../../request';

/**
 * @summary Countries with datacenter addresses, including those that are out of stock.
 */
export const getListCountriesUrl = () => {


  

  return `/api/v1/countries`
}

export const listCountries = async ( options?: RequestOptions): Promise<DatacenterCountriesResponse> => {
  
  return request<DatacenterCountriesResponse>(getListCountriesUrl(),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * @summary Available datacenter addresses per country; countries without stock are omitted.
 */
export const getCatalogUrl = (params?: CatalogParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/catalog?${stringifiedParams}` : `/api/v1/catalog`
}

export const catalog = async (params?: CatalogParams, options?: RequestOptions): Promise<CatalogResponse> => {
  
  return request<CatalogResponse>(getCatalogUrl(params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * `zz` (random) is always available too.
 * @summary Countries of residential or mobile exits.
 */
export const getPoolCountriesUrl = (params?: PoolCountriesParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/pool/countries?${stringifiedParams}` : `/api/v1/pool/countries`
}

export const poolCountries = async (params?: PoolCountriesParams, options?: RequestOptions): Promise<PoolCountriesResponse> => {
  
  return request<PoolCountriesResponse>(getPoolCountriesUrl(params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * @summary The price of one datacenter address for a period, in naira.
 */
export const getPriceQuoteUrl = () => {


  

  return `/api/v1/pricing`
}

export const priceQuote = async (priceQuoteDto: PriceQuoteDto, options?: RequestOptions): Promise<PriceQuoteResponse> => {
  
  return request<PriceQuoteResponse>(getPriceQuoteUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      priceQuoteDto,)
  }
);}


/**
 * @summary Periods, protocols and limits of datacenter proxies.
 */
export const getDataCenterInfoUrl = () => {


  

  return `/api/v1/data-center-info`
}

export const dataCenterInfo = async ( options?: RequestOptions): Promise<DatacenterInfoResponse> => {
  
  return request<DatacenterInfoResponse>(getDataCenterInfoUrl(),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * @summary Price of one datacenter address in every country with stock, in naira.
 */
export const getDataCenterPricingUrl = (params?: DataCenterPricingParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/data-center-pricing?${stringifiedParams}` : `/api/v1/data-center-pricing`
}

export const dataCenterPricing = async (params?: DataCenterPricingParams, options?: RequestOptions): Promise<DatacenterPricingResponse> => {
  
  return request<DatacenterPricingResponse>(getDataCenterPricingUrl(params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * @summary Current exchange rate: naira for one US dollar.
 */
export const getExchangeRateUrl = () => {


  

  return `/api/v1/exchange-rate`
}

export const exchangeRate = async ( options?: RequestOptions): Promise<ExchangeRateResponse> => {
  
  return request<ExchangeRateResponse>(getExchangeRateUrl(),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * @summary Cities of a country, or of one of its regions.
 */
export const getPoolCitiesUrl = (params: PoolCitiesParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/pool/cities?${stringifiedParams}` : `/api/v1/pool/cities`
}

export const poolCities = async (params: PoolCitiesParams, options?: RequestOptions): Promise<PlacesResponse> => {
  
  return request<PlacesResponse>(getPoolCitiesUrl(params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * @summary ISPs of a country, region or city.
 */
export const getPoolIspsUrl = (params: PoolIspsParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/pool/isps?${stringifiedParams}` : `/api/v1/pool/isps`
}

export const poolIsps = async (params: PoolIspsParams, options?: RequestOptions): Promise<PlacesResponse> => {
  
  return request<PlacesResponse>(getPoolIspsUrl(params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * @summary Traffic packages of a pool on sale in a country, with their price in naira.
 */
export const getPoolPricingUrl = (params?: PoolPricingParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/pool/pricing?${stringifiedParams}` : `/api/v1/pool/pricing`
}

export const poolPricing = async (params?: PoolPricingParams, options?: RequestOptions): Promise<PoolPricingResponse> => {
  
  return request<PoolPricingResponse>(getPoolPricingUrl(params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * @summary Regions of a country; empty for an unknown one and for `zz`.
 */
export const getPoolRegionsUrl = (params: PoolRegionsParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/pool/regions?${stringifiedParams}` : `/api/v1/pool/regions`
}

export const poolRegions = async (params: PoolRegionsParams, options?: RequestOptions): Promise<PlacesResponse> => {
  
  return request<PlacesResponse>(getPoolRegionsUrl(params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * @summary Exchange rate and markup behind the prices, and the limits of a top-up.
 */
export const getPricingInfoUrl = () => {


  

  return `/api/v1/pricing-info`
}

export const pricingInfo = async ( options?: RequestOptions): Promise<PricingInfoResponse> => {
  
  return request<PricingInfoResponse>(getPricingInfoUrl(),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


