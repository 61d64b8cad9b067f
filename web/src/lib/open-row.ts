import { useCallback, useState } from 'react';
import { readId, useUrlParams } from './url-params';

/** Keeps the last version of the open row after the list has moved on to other rows. */
function useKept<Row extends { id: number }>(
  row: Row | undefined,
  id: number | null,
): Row | undefined {
  const [kept, setKept] = useState(row);
  if (row && row !== kept) setKept(row);
  return row ?? (kept?.id === id ? kept : undefined);
}

/**
 * The row with open details, stored in the URL: a link opens it on any page of the list, and Back
 * closes it.
 * @param rows the loaded rows; undefined while they load.
 * @param useRowById loads the row with an id; called with null while it is not needed.
 */
export function useOpenRow<Row extends { id: number }>(
  name: string,
  rows: readonly Row[] | undefined,
  useRowById: (id: number | null) => readonly Row[] | undefined,
): { row: Row | undefined; open: (id: number) => void; close: () => void } {
  const [params, write] = useUrlParams();
  const open = useCallback((id: number) => write({ [name]: String(id) }), [name, write]);
  const close = useCallback(() => write({ [name]: null }, true), [name, write]);
  const id = readId(params.get(name));
  const listed = rows?.find((row) => row.id === id);
  const loaded = useRowById(rows !== undefined && listed === undefined ? id : null);
  const row = listed ?? loaded?.find((other) => other.id === id);
  return { row: useKept(row, id), open, close };
}
