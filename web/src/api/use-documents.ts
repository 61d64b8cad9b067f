import { useMutation } from '@tanstack/react-query';
import type { DateRange } from '@/lib/date-range';
import { saveFile } from '@/lib/download';
import { usePendingKeys } from '@/lib/use-pending-keys';
import type { ApiError } from './api-error';
import { paymentStatement, transactionReceipt } from './generated/payments';

export interface ReceiptOf {
  id: number;
  reference: string;
}

/**
 * Downloads receipts as PDF. They need the bearer token, so a plain link would not work.
 * @param fetchReceipt by default of one's own transaction.
 */
export function useReceipts(fetchReceipt: (id: number) => Promise<Blob> = transactionReceipt): {
  isBusy: (id: number) => boolean;
  download: (line: ReceiptOf) => void;
} {
  const [isBusy, run] = usePendingKeys<number>();
  const fetching = useMutation<void, ApiError, ReceiptOf>({
    mutationFn: async ({ id, reference }) =>
      saveFile(await fetchReceipt(id), `receipt-${reference}.pdf`),
    meta: { fallback: 'Failed to download the receipt', thrown: 'Failed to download the receipt' },
  });
  return { isBusy, download: (line) => run(line.id, () => fetching.mutateAsync(line)) };
}

/** Downloads the transactions of a date range as CSV. */
export function useStatement(): {
  isBusy: boolean;
  errors: Record<string, string[]> | undefined;
  download: (range: DateRange, onDone?: () => void) => void;
} {
  const fetching = useMutation<void, ApiError, DateRange>({
    mutationFn: async (range) =>
      saveFile(await paymentStatement(range), `statement-${range.from}-${range.to}.csv`),
    meta: {
      fallback: 'Failed to export the statement',
      thrown: 'Failed to export the statement',
    },
  });
  return {
    isBusy: fetching.isPending,
    errors: fetching.error?.fieldErrors,
    download: (range, onDone) => {
      if (!fetching.isPending) fetching.mutate(range, { onSuccess: onDone });
    },
  };
}
