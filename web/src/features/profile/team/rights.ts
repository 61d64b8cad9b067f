import {
  TeamRole,
  type TeamInvitationResponse,
  type TeamMemberResponse,
  type TeamRightsDto,
} from '@/api/generated/api.schemas';
import { parseDailyLimit } from '../api-key';

export type TeamMember = TeamMemberResponse;
export type Invitation = TeamInvitationResponse;

export const MAX_MEMBERS = 20;

export const ROLES: { value: TeamRole; label: string; hint: string }[] = [
  {
    value: TeamRole.buyer,
    label: 'Buyer',
    hint: 'Buys, renews and configures proxies with your wallet',
  },
  {
    value: TeamRole.viewer,
    label: 'Viewer',
    hint: 'Sees proxies, usage and wallet, without passwords',
  },
];

export const toRoleLabel = (role: TeamRole): string =>
  ROLES.find(({ value }) => value === role)?.label ?? role;

export interface RightsValues {
  role: TeamRole;
  /** As typed. */
  daily_limit: string;
  monthly_limit: string;
}

export const EMPTY_RIGHTS: RightsValues = {
  ...{ role: TeamRole.buyer, daily_limit: '', monthly_limit: '' },
};

/** Of an existing member, to be edited. */
export const toRightsValues = ({ role, ...limits }: TeamMember): RightsValues => ({
  role,
  daily_limit: limits.daily_limit === null ? '' : String(limits.daily_limit),
  monthly_limit: limits.monthly_limit === null ? '' : String(limits.monthly_limit),
});

/** Inputs that are not shown for a viewer have no value. */
export const toRights = ({ role, ...limits }: Partial<RightsValues>): TeamRightsDto => ({
  role: role ?? TeamRole.buyer,
  daily_limit: parseDailyLimit(limits.daily_limit ?? '') ?? null,
  monthly_limit: parseDailyLimit(limits.monthly_limit ?? '') ?? null,
});
