import { useMutation, useQueryClient } from '@tanstack/react-query';
import { saveFile } from '@/lib/download';
import { usePendingKeys } from '@/lib/use-pending-keys';
import type { ApiError } from './api-error';
import type { BillingDetailsFields, InvoiceResponse } from './generated/api.schemas';
import { invoicePdf, issueInvoice, monthlyInvoicesPdf } from './generated/payments';
import { getGetBillingDetailsQueryOptions, useSaveBillingDetails } from './generated/profile';

type NumberedInvoice = Pick<InvoiceResponse, 'id' | 'number'>;

const FAILED = 'Failed to download the invoice';
const meta = { fallback: FAILED, thrown: FAILED };

const saveInvoice = async (
  { id, number }: NumberedInvoice,
  fetchPdf: (id: number) => Promise<Blob> = invoicePdf,
): Promise<void> => saveFile(await fetchPdf(id), `${number}.pdf`);

/**
 * Downloads issued invoices and credit notes as PDF; `isBusy` is by the id of the invoice.
 * @param fetchPdf of the customer's own, or of staff.
 */
export function useInvoiceFiles(fetchPdf?: (id: number) => Promise<Blob>): {
  isBusy: (id: number) => boolean;
  download: (invoice: NumberedInvoice) => void;
} {
  const [isBusy, run] = usePendingKeys<number>();
  const fetching = useMutation<void, ApiError, NumberedInvoice>({
    mutationFn: (invoice) => saveInvoice(invoice, fetchPdf),
    meta,
  });
  return { isBusy, download: (invoice) => run(invoice.id, () => fetching.mutateAsync(invoice)) };
}

export function useMonthlyInvoices(): { isBusy: boolean; download: (month: string) => void } {
  const fetching = useMutation<void, ApiError, string>({
    mutationFn: async (month) =>
      saveFile(await monthlyInvoicesPdf({ month }), `invoices-${month}.pdf`),
    meta,
  });
  return {
    isBusy: fetching.isPending,
    download: (month) => {
      if (!fetching.isPending) fetching.mutate(month);
    },
  };
}

/** Issues the invoice of a transaction, or finds the one there is, and downloads it; `isBusy` is by the id of the transaction. */
export function useInvoices(): {
  isBusy: (transactionId: number) => boolean;
  /** Without billing details it only calls `onDetailsNeeded`. */
  request: (transactionId: number, onDetailsNeeded: () => void) => void;
} {
  const client = useQueryClient();
  const [isBusy, run] = usePendingKeys<number>();
  const issuing = useMutation<void, ApiError, number>({
    mutationKey: ['issueInvoice'],
    mutationFn: async (transaction_id) =>
      saveInvoice((await issueInvoice({ transaction_id })).data.invoice),
    meta,
  });
  const request = async (transactionId: number, onDetailsNeeded: () => void): Promise<void> => {
    const options = getGetBillingDetailsQueryOptions({ query: { meta } });
    const { data } = await client.fetchQuery(options);
    if (data.billing_details) await issuing.mutateAsync(transactionId);
    else onDetailsNeeded();
  };
  return {
    isBusy,
    request: (transactionId, onDetailsNeeded) =>
      run(transactionId, () => request(transactionId, onDetailsNeeded)),
  };
}

/** Saves billing details as the form has them. */
export function useBillingDetails(onSaved: () => void) {
  const saving = useSaveBillingDetails({
    mutation: { meta: { fallback: 'Failed to save the billing details' }, onSuccess: onSaved },
  });
  return {
    isSaving: saving.isPending,
    errors: saving.error?.fieldErrors,
    save: ({ name, address, tin, email }: Record<keyof BillingDetailsFields, string>) =>
      saving.mutate({ data: { name, address, tin: tin || null, email: email || null } }),
  };
}

/** Billing details as the form takes them; those that were never saved begin with the name of the user. */
export const toBillingForm = (
  details: BillingDetailsFields | null | undefined,
  userName: string,
): Record<keyof BillingDetailsFields, string> => ({
  name: details?.name ?? userName,
  address: details?.address ?? '',
  tin: details?.tin ?? '',
  email: details?.email ?? '',
});
