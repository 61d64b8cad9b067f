import { useState } from 'react';

/**
 * Whether the user asked to count a list whose length is estimated. Applies to its current filters:
 * others begin with an estimate again.
 */
export function useExactTotal(filters: object): {
  /** For the query; undefined unless asked for. */
  exactTotal: true | undefined;
  countExactly: () => void;
} {
  const key = JSON.stringify(filters);
  const [counted, setCounted] = useState<string>();
  return {
    exactTotal: counted === key ? true : undefined,
    countExactly: () => setCounted(key),
  };
}
