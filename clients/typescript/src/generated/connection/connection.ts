import type {
  AllowedAddressesDto,
  AllowedAddressesResponse,
  ChangeSubUserDto,
  ClosedConnectionsResponse,
  ConnectionListResponse,
  ConnectionSettingsDto,
  ConnectionsResponse,
  CreateSubUserDto,
  ListEndpointsParams,
  ListProxiesParams,
  MessageResponse,
  NewSharedListResponse,
  ProxyDetailResponse,
  ProxyHistoryParams,
  ProxyLabelsDto,
  ProxyListResponse,
  ProxyTestDto,
  ProxyTestResponse,
  ReplaceAddressDto,
  RotateSessionDto,
  SharedListParams,
  SharedListResponse,
  SubUserResultResponse,
  SubUsersResponse,
  TagsResponse,
  UpdateDatacenterDto,
  UpdateResidentialMobileDto
} from '.././model';

import { request, type RequestOptions } from '../../request';

/**
 * @summary Your proxies, newest first, with statistics of all of them.
 */
export const getListProxiesUrl = (params?: ListProxiesParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/user/proxies?${stringifiedParams}` : `/api/v1/user/proxies`
}

export const listProxies = async (params?: ListProxiesParams, options?: RequestOptions): Promise<ProxyListResponse> => {
  
  return request<ProxyListResponse>(getListProxiesUrl(params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * @summary One of your proxies.
 */
export const getGetProxyUrl = (id: number,) => {


  

  return `/api/v1/user/proxies/${id}`
}

export const getProxy = async (id: number, options?: RequestOptions): Promise<ProxyDetailResponse> => {
  
  return request<ProxyDetailResponse>(getGetProxyUrl(id),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * Each has a session of its own, at a place within what you bought, and works at once. The same request returns the same sessions again.
 * @summary What programs enter to use one of your proxies, one or up to a thousand connections.
 */
export const getListEndpointsUrl = (id: number,
    params?: ListEndpointsParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/user/proxies/${id}/endpoints?${stringifiedParams}` : `/api/v1/user/proxies/${id}/endpoints`
}

export const listEndpoints = async (id: number,
    params?: ListEndpointsParams, options?: RequestOptions): Promise<ConnectionListResponse | string> => {
  
  return request<ConnectionListResponse | string>(getListEndpointsUrl(id,params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * New connections use it; open connections stay on the old address until they end.
 * @summary Gives a session of a residential or mobile proxy a new address now, another one where the location has a choice.
 */
export const getRotateSessionUrl = (id: number,) => {


  

  return `/api/v1/user/proxies/${id}/rotate`
}

export const rotateSession = async (id: number,
    rotateSessionDto: RotateSessionDto, options?: RequestOptions): Promise<MessageResponse> => {
  
  return request<MessageResponse>(getRotateSessionUrl(id),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      rotateSessionDto,)
  }
);}


/**
 * Counts as your traffic: about 1 KB.
 * @summary Uses a proxy once and tells where it leaves from, or why it fails.
 */
export const getTestProxyUrl = (id: number,) => {


  

  return `/api/v1/user/proxies/${id}/test`
}

export const testProxy = async (id: number,
    proxyTestDto: ProxyTestDto, options?: RequestOptions): Promise<ProxyTestResponse> => {
  
  return request<ProxyTestResponse>(getTestProxyUrl(id),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      proxyTestDto,)
  }
);}


/**
 * @summary The connections of the proxy whose owner made this address, as `GET /user/proxies/{id}/endpoints` lists them.
 */
export const getSharedListUrl = (token: string,
    params?: SharedListParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/lists/${token}?${stringifiedParams}` : `/api/v1/lists/${token}`
}

export const sharedList = async (token: string,
    params?: SharedListParams, options?: RequestOptions): Promise<ConnectionListResponse | string> => {
  
  return request<ConnectionListResponse | string>(getSharedListUrl(token,params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * It takes effect within a few seconds.
 * @summary Changes the protocol of a datacenter proxy.
 */
export const getUpdateDatacenterUrl = () => {


  

  return `/api/v1/proxies/update-datacenter`
}

export const updateDatacenter = async (updateDatacenterDto: UpdateDatacenterDto, options?: RequestOptions): Promise<ProxyDetailResponse> => {
  
  return request<ProxyDetailResponse>(getUpdateDatacenterUrl(),
  {      
    ...options,
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      updateDatacenterDto,)
  }
);}


/**
 * Its traffic may leave in every place that was no dearer when it was bought; a dearer one is bought with `POST /user/proxies/{id}/place`.
 * @summary Changes location, session and protocol of a residential or mobile proxy.
 */
export const getUpdateResidentialMobileUrl = () => {


  

  return `/api/v1/proxies/update-residential-mobile`
}

export const updateResidentialMobile = async (updateResidentialMobileDto: UpdateResidentialMobileDto, options?: RequestOptions): Promise<ProxyDetailResponse> => {
  
  return request<ProxyDetailResponse>(getUpdateResidentialMobileUrl(),
  {      
    ...options,
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      updateResidentialMobileDto,)
  }
);}


/**
 * @summary The same list as `GET /user/proxies`.
 */
export const getProxyHistoryUrl = (params?: ProxyHistoryParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/proxy/history?${stringifiedParams}` : `/api/v1/proxy/history`
}

export const proxyHistory = async (params?: ProxyHistoryParams, options?: RequestOptions): Promise<ProxyListResponse> => {
  
  return request<ProxyListResponse>(getProxyHistoryUrl(params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * @summary The addresses from which your proxies can be used without a password.
 */
export const getGetAllowedAddressesUrl = () => {


  

  return `/api/v1/user/allowed-addresses`
}

export const getAllowedAddresses = async ( options?: RequestOptions): Promise<AllowedAddressesResponse> => {
  
  return request<AllowedAddressesResponse>(getGetAllowedAddressesUrl(),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * An address that is new to your account is `pending` until you send one request from there with the username and password of one of your proxies. It belongs to one customer at a time, and is pending again when it was not used for 30 days. Changes are in force at every gateway within five seconds; connections that an address had opened without a password are closed when it is removed. From an active address any password is accepted for the username of the proxy. Without a username it has to be allowed for exactly one active proxy.
 * @summary Replaces the list of all your proxies or of one.
 */
export const getReplaceAllowedAddressesUrl = () => {


  

  return `/api/v1/user/allowed-addresses`
}

export const replaceAllowedAddresses = async (allowedAddressesDto: AllowedAddressesDto, options?: RequestOptions): Promise<AllowedAddressesResponse> => {
  
  return request<AllowedAddressesResponse>(getReplaceAllowedAddressesUrl(),
  {      
    ...options,
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      allowedAddressesDto,)
  }
);}


/**
 * @summary The tags of your proxies, and how many proxies have each.
 */
export const getListTagsUrl = () => {


  

  return `/api/v1/user/proxies/tags`
}

export const listTags = async ( options?: RequestOptions): Promise<TagsResponse> => {
  
  return request<TagsResponse>(getListTagsUrl(),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * Programs that reconnect are served again.
 * @summary Closes all open connections of one of your proxies.
 */
export const getCloseConnectionsUrl = (id: number,) => {


  

  return `/api/v1/user/proxies/${id}/connections`
}

export const closeConnections = async (id: number, options?: RequestOptions): Promise<ClosedConnectionsResponse> => {
  
  return request<ClosedConnectionsResponse>(getCloseConnectionsUrl(id),
  {      
    ...options,
    method: 'DELETE'
    
    
  }
);}


/**
 * @summary The open connections of one of your proxies at all gateways, at this moment.
 */
export const getListConnectionsUrl = (id: number,) => {


  

  return `/api/v1/user/proxies/${id}/connections`
}

export const listConnections = async (id: number, options?: RequestOptions): Promise<ConnectionsResponse> => {
  
  return request<ConnectionsResponse>(getListConnectionsUrl(id),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * Nothing is stored about them either way.
 * @summary Chooses whether the list names the hosts that connections go to.
 */
export const getUpdateConnectionSettingsUrl = (id: number,) => {


  

  return `/api/v1/user/proxies/${id}/connections/settings`
}

export const updateConnectionSettings = async (id: number,
    connectionSettingsDto: ConnectionSettingsDto, options?: RequestOptions): Promise<MessageResponse> => {
  
  return request<MessageResponse>(getUpdateConnectionSettingsUrl(id),
  {      
    ...options,
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      connectionSettingsDto,)
  }
);}


/**
 * @summary Closes one connection.
 */
export const getCloseConnectionUrl = (id: number,
    connectionId: string,) => {


  

  return `/api/v1/user/proxies/${id}/connections/${connectionId}`
}

export const closeConnection = async (id: number,
    connectionId: string, options?: RequestOptions): Promise<ClosedConnectionsResponse> => {
  
  return request<ClosedConnectionsResponse>(getCloseConnectionUrl(id,connectionId),
  {      
    ...options,
    method: 'DELETE'
    
    
  }
);}


/**
 * @summary Changes your note and your tags on one of your proxies; the list can be filtered by a tag.
 */
export const getSetLabelsUrl = (id: number,) => {


  

  return `/api/v1/user/proxies/${id}/labels`
}

export const setLabels = async (id: number,
    proxyLabelsDto: ProxyLabelsDto, options?: RequestOptions): Promise<ProxyDetailResponse> => {
  
  return request<ProxyDetailResponse>(getSetLabelsUrl(id),
  {      
    ...options,
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      proxyLabelsDto,)
  }
);}


/**
 * The username and password of the proxy stay; reissue them if somebody has seen them.
 * @summary Revokes the address.
 */
export const getRevokeListTokenUrl = (id: number,) => {


  

  return `/api/v1/user/proxies/${id}/list-token`
}

export const revokeListToken = async (id: number, options?: RequestOptions): Promise<MessageResponse> => {
  
  return request<MessageResponse>(getRevokeListTokenUrl(id),
  {      
    ...options,
    method: 'DELETE'
    
    
  }
);}


/**
 * @summary Whether the connections of one of your proxies are shared under an address, and when it was last used.
 */
export const getGetListTokenUrl = (id: number,) => {


  

  return `/api/v1/user/proxies/${id}/list-token`
}

export const getListToken = async (id: number, options?: RequestOptions): Promise<SharedListResponse> => {
  
  return request<SharedListResponse>(getGetListTokenUrl(id),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * It is shown once; an earlier one stops working. It gives the username and password of the proxy, also after they are reissued, and nothing of your account. It ends when the API key that created it is removed or expires, when the member of your team who created it leaves, is removed or becomes a viewer, and with a password reset.
 * @summary Creates the address under which programs fetch the connections of one of your proxies without a sign-in.
 */
export const getCreateListTokenUrl = (id: number,) => {


  

  return `/api/v1/user/proxies/${id}/list-token`
}

export const createListToken = async (id: number, options?: RequestOptions): Promise<NewSharedListResponse> => {
  
  return request<NewSharedListResponse>(getCreateListTokenUrl(id),
  {      
    ...options,
    method: 'POST'
    
    
  }
);}


/**
 * The old ones stop working immediately and their connections are closed. A list address of the proxy stays and gives the new ones.
 * @summary Reissues the username and password of one of your proxies, for example after a leak.
 */
export const getReissueCredentialsUrl = (id: number,) => {


  

  return `/api/v1/user/proxies/${id}/reissue-credentials`
}

export const reissueCredentials = async (id: number, options?: RequestOptions): Promise<ProxyDetailResponse> => {
  
  return request<ProxyDetailResponse>(getReissueCredentialsUrl(id),
  {      
    ...options,
    method: 'POST'
    
    
  }
);}


/**
 * Host, port, username and password stay; the old address stops working and its connections are closed. An address that is reported dead is tested first, which takes up to 30 seconds.
 * @summary Gives a datacenter proxy another address of the same country, free of charge and at most twice in 30 days.
 */
export const getReplaceAddressUrl = (id: number,) => {


  

  return `/api/v1/user/proxies/${id}/replace-address`
}

export const replaceAddress = async (id: number,
    replaceAddressDto: ReplaceAddressDto, options?: RequestOptions): Promise<ProxyDetailResponse> => {
  
  return request<ProxyDetailResponse>(getReplaceAddressUrl(id),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      replaceAddressDto,)
  }
);}


/**
 * @summary Puts a proxy that you suspended back into service, unless staff have suspended it too.
 */
export const getResumeProxyUrl = (id: number,) => {


  

  return `/api/v1/user/proxies/${id}/resume`
}

export const resumeProxy = async (id: number, options?: RequestOptions): Promise<ProxyDetailResponse> => {
  
  return request<ProxyDetailResponse>(getResumeProxyUrl(id),
  {      
    ...options,
    method: 'POST'
    
    
  }
);}


/**
 * @summary The people whom you let use one of your proxies, with their passwords and what they have used.
 */
export const getListSubUsersUrl = (id: number,) => {


  

  return `/api/v1/user/proxies/${id}/sub-users`
}

export const listSubUsers = async (id: number, options?: RequestOptions): Promise<SubUsersResponse> => {
  
  return request<SubUsersResponse>(getListSubUsersUrl(id),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * Their traffic counts as yours, and ends at their limits of a day and a month even if the proxy has more.
 * @summary Gives somebody a username and a password for one of your proxies.
 */
export const getCreateSubUserUrl = (id: number,) => {


  

  return `/api/v1/user/proxies/${id}/sub-users`
}

export const createSubUser = async (id: number,
    createSubUserDto: CreateSubUserDto, options?: RequestOptions): Promise<SubUserResultResponse> => {
  
  return request<SubUserResultResponse>(getCreateSubUserUrl(id),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      createSubUserDto,)
  }
);}


/**
 * What they have used stays in the usage of the proxy.
 * @summary Removes a sub-user, and cuts their open connections.
 */
export const getRemoveSubUserUrl = (id: number,
    subUserId: number,) => {


  

  return `/api/v1/user/proxies/${id}/sub-users/${subUserId}`
}

export const removeSubUser = async (id: number,
    subUserId: number, options?: RequestOptions): Promise<MessageResponse> => {
  
  return request<MessageResponse>(getRemoveSubUserUrl(id,subUserId),
  {      
    ...options,
    method: 'DELETE'
    
    
  }
);}


/**
 * Works at every gateway within seconds.
 * @summary Changes the limits of a sub-user, or shuts them out for now.
 */
export const getChangeSubUserUrl = (id: number,
    subUserId: number,) => {


  

  return `/api/v1/user/proxies/${id}/sub-users/${subUserId}`
}

export const changeSubUser = async (id: number,
    subUserId: number,
    changeSubUserDto: ChangeSubUserDto, options?: RequestOptions): Promise<SubUserResultResponse> => {
  
  return request<SubUserResultResponse>(getChangeSubUserUrl(id,subUserId),
  {      
    ...options,
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      changeSubUserDto,)
  }
);}


/**
 * The old one stops working at once, also in open connections.
 * @summary Gives a sub-user a new password.
 */
export const getResetSubUserPasswordUrl = (id: number,
    subUserId: number,) => {


  

  return `/api/v1/user/proxies/${id}/sub-users/${subUserId}/password`
}

export const resetSubUserPassword = async (id: number,
    subUserId: number, options?: RequestOptions): Promise<SubUserResultResponse> => {
  
  return request<SubUserResultResponse>(getResetSubUserPasswordUrl(id,subUserId),
  {      
    ...options,
    method: 'POST'
    
    
  }
);}


/**
 * @summary Takes one of your proxies out of service until you resume it: nothing connects, and its end stays.
 */
export const getSuspendProxyUrl = (id: number,) => {


  

  return `/api/v1/user/proxies/${id}/suspend`
}

export const suspendProxy = async (id: number, options?: RequestOptions): Promise<ProxyDetailResponse> => {
  
  return request<ProxyDetailResponse>(getSuspendProxyUrl(id),
  {      
    ...options,
    method: 'POST'
    
    
  }
);}


