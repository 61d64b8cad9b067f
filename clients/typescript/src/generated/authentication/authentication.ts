import type {
  AuthConfigResponse,
  EmailDto,
  GoogleTokenDto,
  LoginDto,
  LoginResponse,
  MessageResponse,
  ReauthenticateDto,
  RegisterDto,
  ResetCodeDto,
  ResetPasswordDto,
  UserResponse,
  VerifiedEmailResponse,
  VerifyEmailParams,
  VerifyEmailQueryParams
} from '.././model';

import { request, type RequestOptions } from '../../request';

/**
 * @summary Creates a customer account and mails its verification link.
 */
export const getRegisterUrl = () => {


  

  return `/api/v1/auth/register`
}

export const register = async (registerDto: RegisterDto, options?: RequestOptions): Promise<UserResponse> => {
  
  return request<UserResponse>(getRegisterUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      registerDto,)
  }
);}


/**
 * Sets a cookie that only spares this browser the waits which wrong passwords of others cause.
 * @summary Signs in with e-mail and password.
 */
export const getLoginUrl = () => {


  

  return `/api/v1/auth/login`
}

export const login = async (loginDto: LoginDto, options?: RequestOptions): Promise<LoginResponse> => {
  
  return request<LoginResponse>(getLoginUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      loginDto,)
  }
);}


/**
 * @summary Ends the session: its token stops working immediately in every process.
 */
export const getLogoutUrl = () => {


  

  return `/api/v1/auth/logout`
}

export const logout = async ( options?: RequestOptions): Promise<MessageResponse> => {
  
  return request<MessageResponse>(getLogoutUrl(),
  {      
    ...options,
    method: 'POST'
    
    
  }
);}


/**
 * @summary Enabled sign-in methods, site name and description, support chat and gateway address.
 */
export const getAuthConfigUrl = () => {


  

  return `/api/v1/auth/config`
}

export const authConfig = async ( options?: RequestOptions): Promise<AuthConfigResponse> => {
  
  return request<AuthConfigResponse>(getAuthConfigUrl(),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * The response is the same whether the account exists or not. A network waits one to five minutes between two requests for one account; a request from another network is answered by the code already on its way.
 * @summary Mails a six-digit code that is valid for ten minutes; the one before stays valid with it.
 */
export const getForgotPasswordUrl = () => {


  

  return `/api/v1/auth/forgot-password`
}

export const forgotPassword = async (emailDto: EmailDto, options?: RequestOptions): Promise<MessageResponse> => {
  
  return request<MessageResponse>(getForgotPasswordUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      emailDto,)
  }
);}


/**
 * @summary Exchanges the one-time code of the callback for a session, in the same browser that started the sign-in.
 */
export const getGoogleVerifyTokenUrl = () => {


  

  return `/api/v1/auth/google/verify-token`
}

export const googleVerifyToken = async (googleTokenDto: GoogleTokenDto, options?: RequestOptions): Promise<LoginResponse> => {
  
  return request<LoginResponse>(getGoogleVerifyTokenUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      googleTokenDto,)
  }
);}


/**
 * The new token replaces the one of the call, which stops working. An account without a password signs in with Google again instead.
 * @summary Confirms the sign-in, after 403 REAUTHENTICATION_REQUIRED.
 */
export const getReauthenticateUrl = () => {


  

  return `/api/v1/auth/reauthenticate`
}

export const reauthenticate = async (reauthenticateDto: ReauthenticateDto, options?: RequestOptions): Promise<LoginResponse> => {
  
  return request<LoginResponse>(getReauthenticateUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      reauthenticateDto,)
  }
);}


/**
 * The response is the same whether the account exists or not.
 * @summary Mails a new verification link.
 */
export const getResendVerificationUrl = () => {


  

  return `/api/v1/auth/resend-verification`
}

export const resendVerification = async (emailDto: EmailDto, options?: RequestOptions): Promise<MessageResponse> => {
  
  return request<MessageResponse>(getResendVerificationUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      emailDto,)
  }
);}


/**
 * @summary Sets a new password, consumes the code and ends every session of the user.
 */
export const getResetPasswordUrl = () => {


  

  return `/api/v1/auth/reset-password`
}

export const resetPassword = async (resetPasswordDto: ResetPasswordDto, options?: RequestOptions): Promise<MessageResponse> => {
  
  return request<MessageResponse>(getResetPasswordUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      resetPasswordDto,)
  }
);}


/**
 * @summary Same as the call above, with all parameters in the query string.
 */
export const getVerifyEmailQueryUrl = (params?: VerifyEmailQueryParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/auth/verify-email?${stringifiedParams}` : `/api/v1/auth/verify-email`
}

export const verifyEmailQuery = async (params?: VerifyEmailQueryParams, options?: RequestOptions): Promise<VerifiedEmailResponse> => {
  
  return request<VerifiedEmailResponse>(getVerifyEmailQueryUrl(params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * Idempotent.
 * @summary Verifies an e-mail address with the parts of the mailed link.
 */
export const getVerifyEmailUrl = (id: string,
    hash: string,
    params?: VerifyEmailParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/auth/verify-email/${id}/${hash}?${stringifiedParams}` : `/api/v1/auth/verify-email/${id}/${hash}`
}

export const verifyEmail = async (id: string,
    hash: string,
    params?: VerifyEmailParams, options?: RequestOptions): Promise<VerifiedEmailResponse> => {
  
  return request<VerifiedEmailResponse>(getVerifyEmailUrl(id,hash,params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * Wrong attempts lead to growing waits, up to 15 minutes.
 * @summary Checks a code without consuming it.
 */
export const getVerifyResetTokenUrl = () => {


  

  return `/api/v1/auth/verify-reset-token`
}

export const verifyResetToken = async (resetCodeDto: ResetCodeDto, options?: RequestOptions): Promise<MessageResponse> => {
  
  return request<MessageResponse>(getVerifyResetTokenUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      resetCodeDto,)
  }
);}


