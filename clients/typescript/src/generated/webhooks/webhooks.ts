import type {
  CreateWebhookDto,
  MessageResponse,
  UpdateWebhookDto,
  WebhookDeliveriesResponse,
  WebhookResponse,
  WebhookWithSecretResponse,
  WebhooksResponse
} from '.././model';

import { request, type RequestOptions } from '../../request';

/**
 * The header `Webhook-Signature` has a time and an HMAC-SHA256 over `<time>.<body>` with the secret that is shown once. Answer with a 2xx status within 10 seconds; otherwise the event is sent again after 1, 5 and 30 minutes, 2 and 6 hours. An event may arrive twice, with the same id.
 * @summary Registers a URL that is called with a POST about each chosen event.
 */
export const getCreateWebhookUrl = () => {


  

  return `/api/v1/user/webhooks`
}

export const createWebhook = async (createWebhookDto: CreateWebhookDto, options?: RequestOptions): Promise<WebhookWithSecretResponse> => {
  
  return request<WebhookWithSecretResponse>(getCreateWebhookUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      createWebhookDto,)
  }
);}


/**
 * @summary Your webhooks, newest first, without their secrets.
 */
export const getListWebhooksUrl = () => {


  

  return `/api/v1/user/webhooks`
}

export const listWebhooks = async ( options?: RequestOptions): Promise<WebhooksResponse> => {
  
  return request<WebhooksResponse>(getListWebhooksUrl(),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * @summary Sends an event of the type `webhook.test` to a webhook.
 */
export const getTestWebhookUrl = (id: number,) => {


  

  return `/api/v1/user/webhooks/${id}/test`
}

export const testWebhook = async (id: number, options?: RequestOptions): Promise<MessageResponse> => {
  
  return request<MessageResponse>(getTestWebhookUrl(id),
  {      
    ...options,
    method: 'POST'
    
    
  }
);}


/**
 * @summary The last 50 deliveries of a webhook, newest first.
 */
export const getListWebhookDeliveriesUrl = (id: number,) => {


  

  return `/api/v1/user/webhooks/${id}/deliveries`
}

export const listWebhookDeliveries = async (id: number, options?: RequestOptions): Promise<WebhookDeliveriesResponse> => {
  
  return request<WebhookDeliveriesResponse>(getListWebhookDeliveriesUrl(id),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * @summary Removes a webhook with its log; nothing is sent to it any more.
 */
export const getRemoveWebhookUrl = (id: number,) => {


  

  return `/api/v1/user/webhooks/${id}`
}

export const removeWebhook = async (id: number, options?: RequestOptions): Promise<MessageResponse> => {
  
  return request<MessageResponse>(getRemoveWebhookUrl(id),
  {      
    ...options,
    method: 'DELETE'
    
    
  }
);}


/**
 * @summary Changes the URL or events of a webhook, or switches it on or off.
 */
export const getUpdateWebhookUrl = (id: number,) => {


  

  return `/api/v1/user/webhooks/${id}`
}

export const updateWebhook = async (id: number,
    updateWebhookDto: UpdateWebhookDto, options?: RequestOptions): Promise<WebhookResponse> => {
  
  return request<WebhookResponse>(getUpdateWebhookUrl(id),
  {      
    ...options,
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      updateWebhookDto,)
  }
);}


/**
 * @summary Sends an event again, with the same id.
 */
export const getRedeliverWebhookUrl = (id: number,
    deliveryId: number,) => {


  

  return `/api/v1/user/webhooks/${id}/deliveries/${deliveryId}/redeliver`
}

export const redeliverWebhook = async (id: number,
    deliveryId: number, options?: RequestOptions): Promise<MessageResponse> => {
  
  return request<MessageResponse>(getRedeliverWebhookUrl(id,deliveryId),
  {      
    ...options,
    method: 'POST'
    
    
  }
);}


/**
 * For 24 hours events are signed with both, each in a `v1`.
 * @summary Makes a new secret for a webhook.
 */
export const getRotateWebhookSecretUrl = (id: number,) => {


  

  return `/api/v1/user/webhooks/${id}/secret`
}

export const rotateWebhookSecret = async (id: number, options?: RequestOptions): Promise<WebhookWithSecretResponse> => {
  
  return request<WebhookWithSecretResponse>(getRotateWebhookSecretUrl(id),
  {      
    ...options,
    method: 'POST'
    
    
  }
);}


