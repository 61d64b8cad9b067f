import { useStore } from '@/lib/store';
import { session, type SessionTeam } from './session';

export interface TeamAccess {
  /** Null for one who acts for the own account. */
  team: SessionTeam | null;
  /** Whether the account is the person's own: only its owner tops up and manages it. */
  isOwner: boolean;
  /** Whether the person may buy, renew and configure. */
  canBuy: boolean;
}

/** What the signed-in person may do with the account on the screen; the server enforces it. */
export function useTeam(): TeamAccess {
  const team = useStore(session)?.user.team ?? null;
  return { team, isOwner: team === null, canBuy: team?.role !== 'viewer' };
}
