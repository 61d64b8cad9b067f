import { useCallback, useState } from 'react';
import { choiceField, pageField, textField, useListSearch } from '@/lib/list-search';

export const HISTORY_TABS = ['purchases', 'payments', 'wallet'] as const;
export type HistoryTab = (typeof HISTORY_TABS)[number];

interface HistoryValues {
  tab: HistoryTab;
  page: number;
  search: string;
}

export interface HistorySearch {
  values: HistoryValues;
  set: (change: Partial<HistoryValues>, typing?: boolean) => void;
}

const schema = {
  tab: choiceField(HISTORY_TABS, 'purchases'),
  page: pageField,
  search: textField(),
};

/** On the profile's own page the address keeps it. */
export const useUrlHistorySearch = (): HistorySearch => useListSearch(schema);

const START: HistoryValues = { tab: 'purchases', page: 1, search: '' };

/** In a dialog over a list the address already speaks about the list. */
export function useLocalHistorySearch(): HistorySearch {
  const [values, setValues] = useState(START);
  const set = useCallback(
    (change: Partial<HistoryValues>) =>
      setValues((current) => ({ ...current, page: 1, ...change })),
    [],
  );
  return { values, set };
}
