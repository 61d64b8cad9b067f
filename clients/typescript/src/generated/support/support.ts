import type {
  ContactDto,
  MessageResponse
} from '.././model';

import { request, type RequestOptions } from '../../request';

/**
 * At most six in 15 minutes from one IP address.
 * @summary Sends a message to the shop's support.
 */
export const getContactSalesUrl = () => {


  

  return `/api/v1/contact`
}

export const contactSales = async (contactDto: ContactDto, options?: RequestOptions): Promise<MessageResponse> => {
  
  return request<MessageResponse>(getContactSalesUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      contactDto,)
  }
);}


