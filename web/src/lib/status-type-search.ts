import { choiceField, numberField, pageField, textField, type Schema } from './list-search';

export const PAGE_SIZES = [10, 15, 25, 50] as const;

/** Search parameters of a list filtered by status and type. */
export interface StatusTypeSearch<S extends string, T extends string> {
  page: number;
  per_page: number;
  search: string;
  status: S | 'all';
  type: T | 'all';
}

export const statusTypeSearch = <S extends string, T extends string>(
  statuses: readonly S[],
  types: readonly T[],
): Schema<StatusTypeSearch<S, T>> => ({
  page: pageField,
  per_page: numberField(10, (size) => PAGE_SIZES.some((option) => option === size)),
  search: textField(),
  status: choiceField<S | 'all'>(['all', ...statuses], 'all'),
  type: choiceField<T | 'all'>(['all', ...types], 'all'),
});
