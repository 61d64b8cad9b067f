import type { adminListInvoices } from '@/api/generated/admin-analytics';
import { InvoiceKind } from '@/api/generated/api.schemas';
import type { ListFilter } from '@/components/list-page/list-filters';
import { formatMonth, isoDate } from '@/lib/date';
import { choiceField, pageField, textField, type SearchField } from '@/lib/list-search';

export type Invoice = Awaited<ReturnType<typeof adminListInvoices>>['data']['invoices'][number];

const MONTHS_BACK = 24;

/** `YYYY-MM` of the present month in Lagos and those before it, newest first. */
function listMonths(): string[] {
  const [year, month] = isoDate().split('-').map(Number) as [number, number];
  return Array.from({ length: MONTHS_BACK }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  );
}

/** An empty text is the present month. */
const monthField: SearchField<string> = {
  fallback: '',
  parse: (text) => (/^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? text : ''),
  print: (value) => value,
};

export const vatSearch = {
  page: pageField,
  search: textField(),
  month: monthField,
  kind: choiceField<InvoiceKind | 'all'>(['all', ...Object.values(InvoiceKind)], 'all'),
};

/** @param chosen a month of a link may be older than those that are offered. */
export const getVatFilters = (chosen: string): ListFilter[] => {
  const [present, ...earlier] = listMonths();
  const months = chosen === '' || earlier.includes(chosen) ? earlier : [...earlier, chosen];
  return [
    {
      name: 'month',
      label: 'Month',
      options: [
        { value: '', label: formatMonth(present!) },
        ...months.map((month) => ({ value: month, label: formatMonth(month) })),
      ],
    },
    {
      name: 'kind',
      label: 'Kind',
      options: [
        { value: 'all', label: 'All documents' },
        { value: InvoiceKind.invoice, label: 'Invoices' },
        { value: InvoiceKind.credit_note, label: 'Credit notes' },
      ],
      allValue: 'all',
    },
  ];
};

/** Credit notes are negative. */
export const signedAmount = ({ kind }: Invoice, amount: string): number =>
  kind === InvoiceKind.credit_note ? -Number(amount) : Number(amount);
