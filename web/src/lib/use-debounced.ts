import { useEffect, useRef } from 'react';

export const SEARCH_DELAY_MS = 500;

/** Calls back once the value has rested; not for the value it starts with. */
export function useDebounced<T>(
  value: T,
  onRest: (value: T) => void,
  delay = SEARCH_DELAY_MS,
): void {
  const latest = useRef(onRest);
  const reported = useRef(value);
  useEffect(() => {
    latest.current = onRest;
  });
  useEffect(() => {
    if (Object.is(reported.current, value)) return undefined;
    const timer = setTimeout(() => {
      reported.current = value;
      latest.current(value);
    }, delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
}
