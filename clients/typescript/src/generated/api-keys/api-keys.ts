import type {
  ApiKeysResponse,
  CreateApiKeyDto,
  CreatedApiKeyResponse,
  MessageResponse
} from '.././model';

import { request, type RequestOptions } from '../../request';

/**
 * It acts for you within its scopes, and never changes your password, your sessions or your keys. You are notified by email.
 * @summary Creates an API key, which is shown once.
 */
export const getCreateApiKeyUrl = () => {


  

  return `/api/v1/user/api-keys`
}

export const createApiKey = async (createApiKeyDto: CreateApiKeyDto, options?: RequestOptions): Promise<CreatedApiKeyResponse> => {
  
  return request<CreatedApiKeyResponse>(getCreateApiKeyUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      createApiKeyDto,)
  }
);}


/**
 * @summary Your API keys, newest first, without the keys themselves.
 */
export const getListApiKeysUrl = () => {


  

  return `/api/v1/user/api-keys`
}

export const listApiKeys = async ( options?: RequestOptions): Promise<ApiKeysResponse> => {
  
  return request<ApiKeysResponse>(getListApiKeysUrl(),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * Programs that use it get 401 at once; what they bought stays.
 * @summary Removes an API key.
 */
export const getRemoveApiKeyUrl = (id: number,) => {


  

  return `/api/v1/user/api-keys/${id}`
}

export const removeApiKey = async (id: number, options?: RequestOptions): Promise<MessageResponse> => {
  
  return request<MessageResponse>(getRemoveApiKeyUrl(id),
  {      
    ...options,
    method: 'DELETE'
    
    
  }
);}


