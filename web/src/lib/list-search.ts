import { useCallback, useMemo, useState } from 'react';
import { useUrlParams, type ParamChange } from './url-params';

/** A URL parameter of a list: how to parse it, and the default that is omitted from the URL. */
export interface SearchField<T> {
  readonly fallback: T;
  parse(text: string): T;
  print(value: T): string;
}

/** Maximum length of a search in every list endpoint. */
export const MAX_SEARCH_LENGTH = 100;

export const textField = (fallback = ''): SearchField<string> => ({
  fallback,
  parse: (text) => text.slice(0, MAX_SEARCH_LENGTH),
  print: (value) => value,
});

/** Only the listed values; any other text is parsed as the fallback. */
export const choiceField = <T extends string>(
  choices: readonly T[],
  fallback: T,
): SearchField<T> => ({
  fallback,
  parse: (text) => choices.find((choice) => choice === text) ?? fallback,
  print: (value) => value,
});

/** Text that has the form of a value, such as a day; any other is none. */
export const patternField = (allowed: (text: string) => boolean): SearchField<string> => ({
  fallback: '',
  parse: (text) => (allowed(text) ? text : ''),
  print: (value) => value,
});

/** YYYY-MM-DD. */
export const dayField = patternField(
  (text) => /^2\d{3}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)),
);

export const numberField = (
  fallback: number,
  allowed: (value: number) => boolean,
): SearchField<number> => ({
  fallback,
  parse: (text) => {
    const value = Number(text);
    return Number.isInteger(value) && allowed(value) ? value : fallback;
  },
  print: String,
});

export const pageField = numberField(1, (page) => page >= 1 && page <= 1_000_000);

export type Schema<V> = { readonly [K in keyof V]: SearchField<V[K]> };

export function readSearch<V extends object>(schema: Schema<V>, params: URLSearchParams): V {
  const entries = Object.entries<SearchField<unknown>>(schema).map(([name, field]) => {
    const text = params.get(name);
    return [name, text === null ? field.fallback : field.parse(text)];
  });
  return Object.fromEntries(entries) as V;
}

/** Parameters to write for a change; defaults are removed. */
export function printFields<V extends object>(schema: Schema<V>, change: Partial<V>): ParamChange {
  const fields = schema as unknown as Readonly<Record<string, SearchField<unknown>>>;
  return Object.fromEntries(
    Object.entries(change).flatMap(([name, value]) => {
      const field = fields[name];
      if (!field) return [];
      return [[name, Object.is(value, field.fallback) ? null : field.print(value)]];
    }),
  );
}

/** As `printFields`, and any filter resets the page to 1. */
export const printSearch = <V extends { page: number }>(
  schema: Schema<V>,
  change: Partial<V>,
): ParamChange => printFields(schema, { page: 1, ...change });

/** Query parameters of the API request: the values without inactive filters. */
export const toListParams = <V extends object>(values: V) =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== '' && value !== 'all'),
  ) as { [K in keyof V]?: Exclude<V[K], 'all'> };

export interface ListSearch<V> {
  values: V;
  /** `typing` replaces the history entry, so Back does not step through letters. */
  set(change: Partial<V>, typing?: boolean): void;
  clear(): void;
  /** Number of calls of `clear`; as a React key it resets inputs with text not yet submitted. */
  clears: number;
}

/** A list's page and filters, stored only in the URL: Back, reload and shared links work. */
export function useListSearch<V extends { page: number }>(schema: Schema<V>): ListSearch<V> {
  const [params, write] = useUrlParams();
  const values = useMemo(() => readSearch(schema, params), [schema, params]);
  const set = useCallback(
    (change: Partial<V>, typing = false) => write(printSearch(schema, change), typing),
    [schema, write],
  );
  const [clears, setClears] = useState(0);
  const clear = useCallback(() => {
    setClears((count) => count + 1);
    write(Object.fromEntries(Object.keys(schema).map((name) => [name, null])));
  }, [schema, write]);
  return { values, set, clear, clears };
}
