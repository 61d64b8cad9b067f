import type {
  ChooseUsageTargetsDto,
  ExportUsageParams,
  MessageResponse,
  ProxyUsageParams,
  ProxyUsageResponse,
  UsageByTargetParams,
  UsageFailuresParams,
  UsageFailuresResponse,
  UsageReportParams,
  UsageReportResponse,
  UsageTargetsResponse
} from '.././model';

import { request, type RequestOptions } from '../../request';

/**
 * Buckets begin in Nigerian time, oldest first, empty ones included. Their sums are what the proxies were metered, to the byte. At most 31 days by hour, 400 days by day and 5 years by month. Hours of usage are kept for 400 days and failures for 90.
 * @summary Traffic, requests and failures of your proxies by hour, day or month.
 */
export const getUsageReportUrl = (params?: UsageReportParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/user/usage?${stringifiedParams}` : `/api/v1/user/usage`
}

export const usageReport = async (params?: UsageReportParams, options?: RequestOptions): Promise<UsageReportResponse> => {
  
  return request<UsageReportResponse>(getUsageReportUrl(params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * @summary Traffic of one of your proxies per day, oldest first, today last.
 */
export const getProxyUsageUrl = (id: number,
    params?: ProxyUsageParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/user/proxies/${id}/usage?${stringifiedParams}` : `/api/v1/user/proxies/${id}/usage`
}

export const proxyUsage = async (id: number,
    params?: ProxyUsageParams, options?: RequestOptions): Promise<ProxyUsageResponse> => {
  
  return request<ProxyUsageResponse>(getProxyUsageUrl(id,params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * @summary The buckets of the same report as a CSV file, with the beginning of each in Nigerian time.
 */
export const getExportUsageUrl = (params?: ExportUsageParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/user/usage/export?${stringifiedParams}` : `/api/v1/user/usage/export`
}

export const exportUsage = async (params?: ExportUsageParams, options?: RequestOptions): Promise<Blob> => {
  
  return request<Blob>(getExportUsageUrl(params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * The most frequent is first. Only requests with the right credentials count. Of the last 30 days where you do not say, and of at most 400.
 * @summary Refused requests of your proxies by reason, with how to fix each.
 */
export const getUsageFailuresUrl = (params?: UsageFailuresParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/user/usage/failures?${stringifiedParams}` : `/api/v1/user/usage/failures`
}

export const usageFailures = async (params?: UsageFailuresParams, options?: RequestOptions): Promise<UsageFailuresResponse> => {
  
  return request<UsageFailuresResponse>(getUsageFailuresUrl(params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * The totals of your usage stay.
 * @summary Deletes what was counted by host.
 */
export const getDeleteUsageTargetsUrl = () => {


  

  return `/api/v1/user/usage/targets`
}

export const deleteUsageTargets = async ( options?: RequestOptions): Promise<MessageResponse> => {
  
  return request<MessageResponse>(getDeleteUsageTargetsUrl(),
  {      
    ...options,
    method: 'DELETE'
    
    
  }
);}


/**
 * Nothing is counted until you switch it on; never more than the host is kept, and that for 30 days.
 * @summary Traffic and requests of your proxies by host, by days in Nigerian time.
 */
export const getUsageByTargetUrl = (params?: UsageByTargetParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/user/usage/targets?${stringifiedParams}` : `/api/v1/user/usage/targets`
}

export const usageByTarget = async (params?: UsageByTargetParams, options?: RequestOptions): Promise<UsageTargetsResponse> => {
  
  return request<UsageTargetsResponse>(getUsageByTargetUrl(params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * @summary Switches the count by host on or off, for all your proxies.
 */
export const getChooseUsageTargetsUrl = () => {


  

  return `/api/v1/user/usage/targets`
}

export const chooseUsageTargets = async (chooseUsageTargetsDto: ChooseUsageTargetsDto, options?: RequestOptions): Promise<MessageResponse> => {
  
  return request<MessageResponse>(getChooseUsageTargetsUrl(),
  {      
    ...options,
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      chooseUsageTargetsDto,)
  }
);}


