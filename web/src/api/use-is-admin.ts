import { useStore } from '@/lib/store';
import { session } from './session';

/**
 * Whether the user is an admin rather than a sub-admin. For the UI only; the server enforces roles.
 */
export const useIsAdmin = (): boolean => useStore(session)?.user.role === 'admin';
