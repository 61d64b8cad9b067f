import type {
  InboxResponse,
  ListNotificationsParams,
  MarkNotificationsReadDto,
  UnreadNotificationsResponse
} from '.././model';

import { request, type RequestOptions } from '../../request';

/**
 * @summary Your notifications of the last 90 days, newest first, whether or not they were also emailed.
 */
export const getListNotificationsUrl = (params?: ListNotificationsParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/user/notifications?${stringifiedParams}` : `/api/v1/user/notifications`
}

export const listNotifications = async (params?: ListNotificationsParams, options?: RequestOptions): Promise<InboxResponse> => {
  
  return request<InboxResponse>(getListNotificationsUrl(params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * @summary Marks notifications as read; ids that are not yours are ignored.
 */
export const getMarkNotificationsReadUrl = () => {


  

  return `/api/v1/user/notifications/read`
}

export const markNotificationsRead = async (markNotificationsReadDto: MarkNotificationsReadDto, options?: RequestOptions): Promise<UnreadNotificationsResponse> => {
  
  return request<UnreadNotificationsResponse>(getMarkNotificationsReadUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      markNotificationsReadDto,)
  }
);}


