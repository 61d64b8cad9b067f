import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

/** Writes parameters beside those of a list, whose page stays; null takes one away. */
export function useUrlParams(): [
  URLSearchParams,
  (change: Record<string, string | null>, replace?: boolean) => void,
] {
  const [params, setParams] = useSearchParams();
  const write = useCallback(
    (change: Record<string, string | null>, replace = false) =>
      setParams(
        (current) => {
          const next = new URLSearchParams(current);
          for (const [name, value] of Object.entries(change)) {
            if (value === null) next.delete(name);
            else next.set(name, value);
          }
          return next;
        },
        { replace, preventScrollReset: true },
      ),
    [setParams],
  );
  return [params, write];
}

/** A row's id in the address; null for what is none. */
export function readId(text: string | null): number | null {
  const id = Number(text);
  return text !== null && Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** Which row's details are open, kept in the address: a link leads to them and Back closes them. */
export function useOpenRow(name: string): {
  id: number | null;
  open: (id: number) => void;
  close: () => void;
} {
  const [params, write] = useUrlParams();
  const open = useCallback((id: number) => write({ [name]: String(id) }), [name, write]);
  const close = useCallback(() => write({ [name]: null }, true), [name, write]);
  return { id: readId(params.get(name)), open, close };
}

/** The open row as it was last seen, while the list beneath it moves on to other rows. */
export function useKeptRow<Row extends { id: number }>(
  row: Row | undefined,
  id: number | null,
): Row | undefined {
  const [kept, setKept] = useState(row);
  if (row && row !== kept) setKept(row);
  return row ?? (kept?.id === id ? kept : undefined);
}
