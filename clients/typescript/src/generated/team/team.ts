import type {
  GetInvitationParams,
  InvitationOfferResponse,
  InvitationTokenDto,
  InviteMemberDto,
  MessageResponse,
  SentInvitationResponse,
  TeamResponse,
  TeamRightsDto
} from '.././model';

import { request, type RequestOptions } from '../../request';

/**
 * @summary The people who act for you with a sign-in of their own, and open invitations.
 */
export const getGetTeamUrl = () => {


  

  return `/api/v1/user/team`
}

export const getTeam = async ( options?: RequestOptions): Promise<TeamResponse> => {
  
  return request<TeamResponse>(getGetTeamUrl(),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * An open one to the same address is replaced. A team has at most 20 members and 20 open invitations.
 * @summary Mails an invitation, which works for seven days.
 */
export const getInviteMemberUrl = () => {


  

  return `/api/v1/user/team/invitations`
}

export const inviteMember = async (inviteMemberDto: InviteMemberDto, options?: RequestOptions): Promise<SentInvitationResponse> => {
  
  return request<SentInvitationResponse>(getInviteMemberUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      inviteMemberDto,)
  }
);}


/**
 * @summary Who invites whom, for the holder of the link in the email.
 */
export const getGetInvitationUrl = (params: GetInvitationParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/auth/team-invitation?${stringifiedParams}` : `/api/v1/auth/team-invitation`
}

export const getInvitation = async (params: GetInvitationParams, options?: RequestOptions): Promise<InvitationOfferResponse> => {
  
  return request<InvitationOfferResponse>(getGetInvitationUrl(params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}


/**
 * From then on you act for the owner who sent it. Your account must have no balance, payments, rewards, proxies or team of its own.
 * @summary Accepts an invitation to the email address of your account.
 */
export const getAcceptInvitationUrl = () => {


  

  return `/api/v1/user/team/accept`
}

export const acceptInvitation = async (invitationTokenDto: InvitationTokenDto, options?: RequestOptions): Promise<MessageResponse> => {
  
  return request<MessageResponse>(getAcceptInvitationUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      invitationTokenDto,)
  }
);}


/**
 * @summary Revokes an invitation: its link stops working.
 */
export const getRevokeInvitationUrl = (id: number,) => {


  

  return `/api/v1/user/team/invitations/${id}`
}

export const revokeInvitation = async (id: number, options?: RequestOptions): Promise<MessageResponse> => {
  
  return request<MessageResponse>(getRevokeInvitationUrl(id),
  {      
    ...options,
    method: 'DELETE'
    
    
  }
);}


/**
 * @summary Leaves the team that you are a member of.
 */
export const getLeaveTeamUrl = () => {


  

  return `/api/v1/user/team/leave`
}

export const leaveTeam = async ( options?: RequestOptions): Promise<MessageResponse> => {
  
  return request<MessageResponse>(getLeaveTeamUrl(),
  {      
    ...options,
    method: 'POST'
    
    
  }
);}


/**
 * What the member bought stays yours.
 * @summary Removes a member at once.
 */
export const getRemoveMemberUrl = (id: number,) => {


  

  return `/api/v1/user/team/members/${id}`
}

export const removeMember = async (id: number, options?: RequestOptions): Promise<MessageResponse> => {
  
  return request<MessageResponse>(getRemoveMemberUrl(id),
  {      
    ...options,
    method: 'DELETE'
    
    
  }
);}


/**
 * @summary Changes role and limits of a member, from the next request of the member on.
 */
export const getChangeMemberUrl = (id: number,) => {


  

  return `/api/v1/user/team/members/${id}`
}

export const changeMember = async (id: number,
    teamRightsDto: TeamRightsDto, options?: RequestOptions): Promise<MessageResponse> => {
  
  return request<MessageResponse>(getChangeMemberUrl(id),
  {      
    ...options,
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      teamRightsDto,)
  }
);}


