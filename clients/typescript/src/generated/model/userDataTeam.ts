import type { UserTeamData } from './userTeamData';

/**
 * Null for a user who acts for the own account.
 * @nullable
 */
export type UserDataTeam = UserTeamData | null;
