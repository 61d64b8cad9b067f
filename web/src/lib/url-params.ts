import { useCallback, useContext } from 'react';
import {
  UNSAFE_DataRouterContext,
  useLocation,
  useNavigate,
  useSearchParams,
} from 'react-router-dom';

/** Parses a row id; null if it is invalid. */
export function readId(text: string | null): number | null {
  const id = Number(text);
  return text !== null && Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** Parameter values by name; null removes a parameter. */
export type ParamChange = Readonly<Record<string, string | null>>;

/** `replace` adds no history entry. */
export type WriteParams = (change: ParamChange, replace?: boolean) => void;

/**
 * URL search parameters and a function that changes some of them.
 * The router renders a change shortly after it was made, so the parameters of the last render may
 * be outdated. Every change therefore starts from the router's own state: two changes in one tick
 * are both kept, and none is made once another page is loading.
 */
export function useUrlParams(): [URLSearchParams, WriteParams] {
  const [params] = useSearchParams();
  // No public API exposes the router state before it is rendered.
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  if (!router) throw new Error('useUrlParams needs a data router above it');
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const write = useCallback<WriteParams>(
    (change, replace = false) => {
      const { location, navigation } = router.state;
      const target = navigation.location ?? location;
      if (target.pathname !== pathname) return;
      const next = new URLSearchParams(target.search);
      for (const [name, text] of Object.entries(change)) {
        if (text === null) next.delete(name);
        else next.set(name, text);
      }
      void navigate(`?${next}`, { replace, preventScrollReset: true });
    },
    [router, navigate, pathname],
  );
  return [params, write];
}
