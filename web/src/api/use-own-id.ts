import { useStore } from '@/lib/store';
import { session } from './session';

/** Id of the signed-in user, without a request. */
export const useOwnId = (): number | null => useStore(session)?.user.id ?? null;
