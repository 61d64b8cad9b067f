import type { ApiError } from '@/api/api-error';

export interface OpenTopUp {
  readonly reference: string;
  /** In whole naira. */
  readonly amount: number;
  readonly createdAt: string;
}

/** The unpaid top-ups that a refused start lists; none for any other error. */
export function readOpenTopUps({ code, errors }: ApiError): OpenTopUp[] {
  const rows = errors.open_top_ups;
  if (code !== 'TOO_MANY_OPEN_TOP_UPS' || !Array.isArray(rows)) return [];
  return (rows as Record<string, unknown>[]).map((row) => ({
    reference: String(row.reference),
    amount: Number(row.amount),
    createdAt: String(row.created_at),
  }));
}
