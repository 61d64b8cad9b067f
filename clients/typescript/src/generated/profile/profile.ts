import type {
  BeginTwoFactorDto,
  BillingDetailsResponse,
  ChangePasswordDto,
  ConfirmEmailChangeDto,
  ConfirmTwoFactorDto,
  DisableTwoFactorDto,
  EmailDto,
  ExportAccountParams,
  MessageResponse,
  NotificationsResponse,
  RecoveryCodesResponse,
  ReviewDecisionDto,
  SaveBillingDetailsDto,
  SecurityReviewResponse,
  SessionsResponse,
  TwoFactorResponse,
  TwoFactorSetupResponse,
  UpdateNameDto,
  UpdateNotificationsDto,
  UserResponse
} from '.././model';

import { request, type RequestOptions } from '../../request';

/**
 * @summary The signed-in user's profile; same as `GET /user/info`.
 */
export const getGetProfileUrl = () => {


  

  return `/api/v1/profile`
}

export const getProfile = async ( options?: RequestOptions): Promise<UserResponse> => {
  
  return request<UserResponse>(getGetProfileUrl(),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * @summary Sets a new password and ends the user's other sessions; the current one stays valid.
 */
export const getChangePasswordUrl = () => {


  

  return `/api/v1/profile/change-password`
}

export const changePassword = async (changePasswordDto: ChangePasswordDto, options?: RequestOptions): Promise<MessageResponse> => {
  
  return request<MessageResponse>(getChangePasswordUrl(),
  {      
    ...options,
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      changePasswordDto,)
  }
);}


/**
 * @summary Your notification preferences.
 */
export const getGetNotificationsUrl = () => {


  

  return `/api/v1/profile/notifications`
}

export const getNotifications = async ( options?: RequestOptions): Promise<NotificationsResponse> => {
  
  return request<NotificationsResponse>(getGetNotificationsUrl(),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * @summary Updates your notification preferences; omitted fields stay unchanged.
 */
export const getUpdateNotificationsUrl = () => {


  

  return `/api/v1/profile/notifications`
}

export const updateNotifications = async (updateNotificationsDto: UpdateNotificationsDto, options?: RequestOptions): Promise<NotificationsResponse> => {
  
  return request<NotificationsResponse>(getUpdateNotificationsUrl(),
  {      
    ...options,
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      updateNotificationsDto,)
  }
);}


/**
 * @summary Your active sessions, most recently used first.
 */
export const getListSessionsUrl = () => {


  

  return `/api/v1/profile/sessions`
}

export const listSessions = async ( options?: RequestOptions): Promise<SessionsResponse> => {
  
  return request<SessionsResponse>(getListSessionsUrl(),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * Another needs a sign-in within the last 15 minutes.
 * @summary Revokes one of your sessions; revoking the current one signs you out.
 */
export const getRevokeSessionUrl = (id: string,) => {


  

  return `/api/v1/profile/sessions/${id}`
}

export const revokeSession = async (id: string, options?: RequestOptions): Promise<MessageResponse> => {
  
  return request<MessageResponse>(getRevokeSessionUrl(id),
  {      
    ...options,
    method: 'DELETE'
    
    
  }
);}


/**
 * @summary Changes the signed-in user's name.
 */
export const getUpdateNameUrl = () => {


  

  return `/api/v1/profile/update-name`
}

export const updateName = async (updateNameDto: UpdateNameDto, options?: RequestOptions): Promise<UserResponse> => {
  
  return request<UserResponse>(getUpdateNameUrl(),
  {      
    ...options,
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      updateNameDto,)
  }
);}


/**
 * Proxies stop, unused traffic and time are lost, sessions, API keys and webhooks end, and personal data is erased. Records of payments stay. Needs a recent sign-in; API keys cannot call it.
 * @summary Deletes your account for good.
 */
export const getDeleteAccountUrl = () => {


  

  return `/api/v1/user`
}

export const deleteAccount = async ( options?: RequestOptions): Promise<MessageResponse> => {
  
  return request<MessageResponse>(getDeleteAccountUrl(),
  {      
    ...options,
    method: 'DELETE'
    
    
  }
);}


/**
 * @summary The name and address on your invoices.
 */
export const getGetBillingDetailsUrl = () => {


  

  return `/api/v1/user/billing-details`
}

export const getBillingDetails = async ( options?: RequestOptions): Promise<BillingDetailsResponse> => {
  
  return request<BillingDetailsResponse>(getGetBillingDetailsUrl(),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * Invoices that were issued keep theirs.
 * @summary Replaces the name and address on your invoices.
 */
export const getSaveBillingDetailsUrl = () => {


  

  return `/api/v1/user/billing-details`
}

export const saveBillingDetails = async (saveBillingDetailsDto: SaveBillingDetailsDto, options?: RequestOptions): Promise<BillingDetailsResponse> => {
  
  return request<BillingDetailsResponse>(getSaveBillingDetailsUrl(),
  {      
    ...options,
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      saveBillingDetailsDto,)
  }
);}


/**
 * Needs a sign-in within the last 15 minutes.
 * @summary Mails a code to the present and another to the new address, each valid for 10 minutes.
 */
export const getBeginEmailChangeUrl = () => {


  

  return `/api/v1/user/email-change`
}

export const beginEmailChange = async (emailDto: EmailDto, options?: RequestOptions): Promise<MessageResponse> => {
  
  return request<MessageResponse>(getBeginEmailChangeUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      emailDto,)
  }
);}


/**
 * @summary Changes the address with both codes, and ends your other sessions.
 */
export const getConfirmEmailChangeUrl = () => {


  

  return `/api/v1/user/email-change/confirm`
}

export const confirmEmailChange = async (confirmEmailChangeDto: ConfirmEmailChangeDto, options?: RequestOptions): Promise<UserResponse> => {
  
  return request<UserResponse>(getConfirmEmailChangeUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      confirmEmailChangeDto,)
  }
);}


/**
 * As JSON all sections in `data`, as CSV one section. Money is in naira with two decimals, times are in UTC.
 * @summary Exports everything that the shop stores about you, without passwords and secrets.
 */
export const getExportAccountUrl = (params?: ExportAccountParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/user/export?${stringifiedParams}` : `/api/v1/user/export`
}

export const exportAccount = async (params?: ExportAccountParams, options?: RequestOptions): Promise<Blob> => {
  
  return request<Blob>(getExportAccountUrl(params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * @summary The signed-in user with the wallet balance.
 */
export const getUserInfoUrl = () => {


  

  return `/api/v1/user/info`
}

export const userInfo = async ( options?: RequestOptions): Promise<UserResponse> => {
  
  return request<UserResponse>(getUserInfoUrl(),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * @summary Two-factor status of the signed-in account.
 */
export const getGetTwoFactorUrl = () => {


  

  return `/api/v1/user/second-factor`
}

export const getTwoFactor = async ( options?: RequestOptions): Promise<TwoFactorResponse> => {
  
  return request<TwoFactorResponse>(getGetTwoFactorUrl(),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * It takes effect once a code is confirmed within 15 minutes.
 * @summary Creates a secret for an authenticator app.
 */
export const getBeginTwoFactorUrl = () => {


  

  return `/api/v1/user/second-factor/begin`
}

export const beginTwoFactor = async (beginTwoFactorDto: BeginTwoFactorDto, options?: RequestOptions): Promise<TwoFactorSetupResponse> => {
  
  return request<TwoFactorSetupResponse>(getBeginTwoFactorUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      beginTwoFactorDto,)
  }
);}


/**
 * @summary Enables two-factor authentication with a first code, ends your other sessions and returns ten recovery codes.
 */
export const getConfirmTwoFactorUrl = () => {


  

  return `/api/v1/user/second-factor/confirm`
}

export const confirmTwoFactor = async (confirmTwoFactorDto: ConfirmTwoFactorDto, options?: RequestOptions): Promise<RecoveryCodesResponse> => {
  
  return request<RecoveryCodesResponse>(getConfirmTwoFactorUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      confirmTwoFactorDto,)
  }
);}


/**
 * @summary Disables two-factor authentication.
 */
export const getDisableTwoFactorUrl = () => {


  

  return `/api/v1/user/second-factor/disable`
}

export const disableTwoFactor = async (disableTwoFactorDto: DisableTwoFactorDto, options?: RequestOptions): Promise<MessageResponse> => {
  
  return request<MessageResponse>(getDisableTwoFactorUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      disableTwoFactorDto,)
  }
);}


/**
 * Needs a sign-in within the last 15 minutes.
 * @summary Makes ten new recovery codes, which void those before.
 */
export const getReplaceRecoveryCodesUrl = () => {


  

  return `/api/v1/user/second-factor/recovery-codes`
}

export const replaceRecoveryCodes = async ( options?: RequestOptions): Promise<RecoveryCodesResponse> => {
  
  return request<RecoveryCodesResponse>(getReplaceRecoveryCodesUrl(),
  {      
    ...options,
    method: 'POST'
    
    
  }
);}


/**
 * Team members, open invitations, addresses without a password, sub-users, webhooks, API keys and Google sign-in. After a reset of the password those from before are paused until you have decided about them.
 * @summary What others may use your account with, to keep or to remove.
 */
export const getGetSecurityReviewUrl = () => {


  

  return `/api/v1/user/security/review`
}

export const getSecurityReview = async ( options?: RequestOptions): Promise<SecurityReviewResponse> => {
  
  return request<SecurityReviewResponse>(getGetSecurityReviewUrl(),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * What you keep works again, and events that were waiting for a webhook are delivered. What you remove ends at once, an API key with the list addresses that it created. A review that is due ends with a decision about every item, which may take several calls: those before the last one only remove, and the last one may keep all others by `keep_rest`.
 * @summary Keeps and removes what others may use your account with.
 */
export const getDecideSecurityReviewUrl = () => {


  

  return `/api/v1/user/security/review`
}

export const decideSecurityReview = async (reviewDecisionDto: ReviewDecisionDto, options?: RequestOptions): Promise<MessageResponse> => {
  
  return request<MessageResponse>(getDecideSecurityReviewUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      reviewDecisionDto,)
  }
);}


