import { useCallback, useContext } from 'react';
import {
  UNSAFE_DataRouterContext,
  useLocation,
  useNavigate,
  useSearchParams,
} from 'react-router-dom';

/** A row's id in the address; null for what is none. */
export function readId(text: string | null): number | null {
  const id = Number(text);
  return text !== null && Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** New texts of parameters; null takes one away. */
export type ParamChange = Readonly<Record<string, string | null>>;

/** `replace` leaves no step for Back. */
export type WriteParams = (change: ParamChange, replace?: boolean) => void;

/**
 * The address's parameters, and the one way of this app to change some of them.
 *
 * The router shows a change a moment after it took it, so that what a screen read last may be old:
 * every change starts from what the router itself holds. Two of one moment are both kept, and once
 * another page is on its way there is nothing left to change.
 */
export function useUrlParams(): [URLSearchParams, WriteParams] {
  const [params] = useSearchParams();
  // Nothing public tells the router's state before it is shown.
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
