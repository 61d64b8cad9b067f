import { createStore, useStore } from './store';

/** Why nothing can be bought at the moment. */
export interface Maintenance {
  message: string;
  /** ISO 8601; null when the end is not known. */
  until: string | null;
}

const store = createStore<Maintenance | null>(null);

export const setMaintenance = store.set;

/** Null while everything can be bought. */
export function useMaintenance(): Maintenance | null {
  const maintenance = useStore(store);
  const isOver = maintenance?.until && Date.parse(maintenance.until) <= Date.now();
  return isOver ? null : maintenance;
}
