import { useCallback, useContext, useSyncExternalStore } from 'react';
import { UNSAFE_DataRouterContext, useLocation } from 'react-router-dom';

/**
 * Whether a change of the parameters has still to be rendered, which takes a slow device a while.
 * @returns `isBehind` for what is shown, `isBehindNow` for an event that comes before the next rendering.
 */
export function useUrlProgress(): { isBehind: boolean; isBehindNow: () => boolean } {
  // No public API exposes the router state before it is rendered.
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  if (!router) throw new Error('useUrlProgress needs a data router above it');
  const { search } = useLocation();
  const latest = useSyncExternalStore(
    useCallback((notify) => router.subscribe(notify), [router]),
    () => router.state.location.search,
  );
  return {
    isBehind: latest !== search,
    isBehindNow: () => router.state.location.search !== search,
  };
}
