import { choiceField, numberField, pageField, textField, type Schema } from './list-search';

export const PAGE_SIZES = [10, 15, 25, 50] as const;

/** The address of a list of what has a status and a type. */
export interface KindSearch<S extends string, T extends string> {
  page: number;
  per_page: number;
  search: string;
  status: S | 'all';
  type: T | 'all';
}

export const kindSearch = <S extends string, T extends string>(
  statuses: readonly S[],
  types: readonly T[],
): Schema<KindSearch<S, T>> => ({
  page: pageField,
  per_page: numberField(10, (size) => PAGE_SIZES.some((offered) => offered === size)),
  search: textField(),
  status: choiceField<S | 'all'>(['all', ...statuses], 'all'),
  type: choiceField<T | 'all'>(['all', ...types], 'all'),
});

/** What the API is asked for: what is not filtered by is left out. */
export const kindParams = <S extends string, T extends string>({
  page,
  per_page,
  search,
  status,
  type,
}: KindSearch<S, T>) => ({
  page,
  per_page,
  search: search || undefined,
  status: status === 'all' ? undefined : status,
  type: type === 'all' ? undefined : type,
});

export const isFiltered = ({ search, status, type }: KindSearch<string, string>): boolean =>
  search !== '' || status !== 'all' || type !== 'all';
