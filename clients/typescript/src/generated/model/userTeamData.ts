import type { TeamRole } from './teamRole';

export interface UserTeamData {
  owner_name: string;
  /** `buyer`: looks, buys and configures. `viewer`: only looks. */
  role: TeamRole;
}
