import { useState } from 'react';
import type { Proxy } from '../proxy';

/** So that actions on all of them, one request each, end within minutes. */
export const MAX_SELECTED = 500;

export interface Selection {
  isSelected: (proxy: Proxy) => boolean;
  select: (proxies: readonly Proxy[], isSelected: boolean) => void;
}

/** Proxies that are chosen on any page of the list, in its order: the newest first. */
export function useSelection(shown: readonly Proxy[] | undefined) {
  const [chosen, setChosen] = useState<ReadonlyMap<number, Proxy>>(new Map());
  const isFull = chosen.size >= MAX_SELECTED;
  const selection: Selection = {
    isSelected: ({ id }) => chosen.has(id),
    select: (rows, isSelected) =>
      setChosen((before) => {
        const after = new Map(before);
        for (const row of rows)
          if (!isSelected) after.delete(row.id);
          else if (after.size < MAX_SELECTED) after.set(row.id, row);
        return after;
      }),
  };
  // What is on screen is more recent than what was chosen.
  const current = new Map([...chosen, ...(shown ?? []).map((row) => [row.id, row] as const)]);
  const proxies = [...chosen.keys()].sort((a, b) => b - a).map((id) => current.get(id)!);
  return { selection, proxies, isFull, clear: () => setChosen(new Map()) };
}
