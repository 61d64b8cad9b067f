import { useCallback, useState } from 'react';
import { choiceField, pageField, textField, useListSearch } from '@/lib/list-search';

export const HISTORY_TABS = [
  ...(['purchases', 'payments', 'wallet', 'proxies', 'sessions', 'mails', 'notes'] as const),
  'audit',
] as const;
export type HistoryTab = (typeof HISTORY_TABS)[number];

interface HistoryValues {
  tab: HistoryTab;
  page: number;
  search: string;
}

export interface HistorySearch {
  values: HistoryValues;
  set: (change: Partial<HistoryValues>, typing?: boolean) => void;
  clear: () => void;
}

const schema = {
  tab: choiceField(HISTORY_TABS, 'purchases'),
  page: pageField,
  search: textField(),
};

/** Stored in the URL, for the profile page. */
export function useUrlHistorySearch(): HistorySearch {
  const { values, set } = useListSearch<HistoryValues>(schema);
  return { values, set, clear: () => set({ search: '' }) };
}

const INITIAL: HistoryValues = { tab: 'purchases', page: 1, search: '' };

/** Stored in the component, for the dialog: there the URL holds the state of the list. */
export function useLocalHistorySearch(): HistorySearch {
  const [values, setValues] = useState(INITIAL);
  const set = useCallback(
    (change: Partial<HistoryValues>) =>
      setValues((current) => ({ ...current, page: 1, ...change })),
    [],
  );
  return { values, set, clear: () => set({ search: '' }) };
}
