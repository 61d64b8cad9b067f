import type {
  HealthResponse
} from '.././model';

import { request, type RequestOptions } from '../../request';

/**
 * @summary Liveness: the process runs.
 */
export const getLiveUrl = () => {


  

  return `/api/v1/health/live`
}

export const live = async ( options?: RequestOptions): Promise<HealthResponse> => {
  
  return request<HealthResponse>(getLiveUrl(),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * @summary Readiness: PostgreSQL and, where configured, Redis respond.
 */
export const getReadyUrl = () => {


  

  return `/api/v1/health/ready`
}

export const ready = async ( options?: RequestOptions): Promise<HealthResponse> => {
  
  return request<HealthResponse>(getReadyUrl(),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


