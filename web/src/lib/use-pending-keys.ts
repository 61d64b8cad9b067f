import { useState } from 'react';

/**
 * Runs calls for different keys in parallel and one call per key at a time. The call shows its own
 * errors.
 */
export function usePendingKeys<Key>(): [
  isBusy: (key: Key) => boolean,
  run: (key: Key, call: () => Promise<unknown>) => void,
] {
  const [busy, setBusy] = useState<ReadonlySet<Key>>(new Set());
  const run = (key: Key, call: () => Promise<unknown>): void => {
    if (busy.has(key)) return;
    setBusy((current) => new Set([...current, key]));
    const end = (): void =>
      setBusy((current) => new Set([...current].filter((other) => other !== key)));
    call().then(end, end);
  };
  return [(key) => busy.has(key), run];
}
