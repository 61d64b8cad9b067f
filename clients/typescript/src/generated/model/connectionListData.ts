import type { EndpointResponse } from './endpointResponse';

export interface ConnectionListData {
  endpoints: EndpointResponse[];
}
