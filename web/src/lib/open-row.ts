import { useCallback, useState } from 'react';
import { readId, useUrlParams } from './url-params';

/** The open row as it was last seen, while the list beneath it moves on to other rows. */
function useKept<Row extends { id: number }>(
  row: Row | undefined,
  id: number | null,
): Row | undefined {
  const [kept, setKept] = useState(row);
  if (row && row !== kept) setKept(row);
  return row ?? (kept?.id === id ? kept : undefined);
}

/**
 * The row whose details are open, kept in the address: a link leads to it wherever in the list it
 * stands, and Back closes it.
 * @param rows those at hand; undefined while they load.
 * @param useNumbered finds the row of a number among all; asked for null while it is not needed.
 */
export function useOpenRow<Row extends { id: number }>(
  name: string,
  rows: readonly Row[] | undefined,
  useNumbered: (id: number | null) => readonly Row[] | undefined,
): { row: Row | undefined; open: (id: number) => void; close: () => void } {
  const [params, write] = useUrlParams();
  const open = useCallback((id: number) => write({ [name]: String(id) }), [name, write]);
  const close = useCallback(() => write({ [name]: null }, true), [name, write]);
  const id = readId(params.get(name));
  const listed = rows?.find((row) => row.id === id);
  const numbered = useNumbered(rows !== undefined && listed === undefined ? id : null);
  const row = listed ?? numbered?.find((other) => other.id === id);
  return { row: useKept(row, id), open, close };
}
