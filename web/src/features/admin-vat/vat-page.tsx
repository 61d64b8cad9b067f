import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import { keepPreviousData } from '@tanstack/react-query';
import { Alert, Button, Dropdown } from 'antd';
import { Link } from 'react-router-dom';
import {
  adminInvoicePdf,
  useAdminExportVat,
  useAdminListInvoices,
  useAdminVat,
  type adminListInvoices,
} from '@/api/generated/admin-analytics';
import { InvoiceKind, VatExportFormat, type VatData } from '@/api/generated/api.schemas';
import { listFailure } from '@/api/failures';
import { useInvoiceFiles } from '@/api/use-invoices';
import { useMessage } from '@/components/feedback/use-message';
import { DateTime } from '@/components/format/date-time';
import { StatisticCards } from '@/components/layout/statistic-cards';
import type { Column } from '@/components/list-page/columns';
import type { CompactRow } from '@/components/list-page/compact-rows';
import { ListPage } from '@/components/list-page/list-page';
import { StackedCell } from '@/components/list-page/stacked-cell';
import { adminUserPath } from '@/lib/admin-paths';
import { formatMonth, isoDate } from '@/lib/date';
import { saveFile } from '@/lib/download';
import {
  toListParams,
  useListSearch,
  choiceField,
  pageField,
  textField,
  type SearchField,
} from '@/lib/list-search';
import { formatExactNaira, formatNaira } from '@/lib/money';
import { formatNumber } from '@/lib/number';
import type { ListFilter } from '@/components/list-page/list-filters';

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

const vatSearch = {
  page: pageField,
  search: textField(),
  month: monthField,
  kind: choiceField<InvoiceKind | 'all'>(['all', ...Object.values(InvoiceKind)], 'all'),
};

/** @param chosen a month of a link may be older than those that are offered. */
const getVatFilters = (chosen: string): ListFilter[] => {
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
const signedAmount = ({ kind }: Invoice, amount: string): number =>
  kind === InvoiceKind.credit_note ? -Number(amount) : Number(amount);

const PER_PAGE = 15;
const FAILED = 'Failed to load the invoices';

function VatCards({ data, failed }: { data: VatData | undefined; failed: boolean }) {
  const sold = data && `${formatNaira(data.sales)} sold, ${formatNaira(data.refunds)} refunded`;
  const count = (one: string, number: number) =>
    `${formatNumber(number)} ${one}${number === 1 ? '' : 's'}`;
  return (
    <>
      <StatisticCards
        failed={failed}
        cards={[
          { label: 'VAT base', value: data && formatExactNaira(data.base), note: sold },
          {
            label: 'VAT',
            value: data && formatExactNaira(data.vat),
            note: data && `${formatNumber(data.rate)} % now`,
          },
          {
            label: 'Invoiced',
            value: data && formatExactNaira(data.invoices_total),
            note: data && count('invoice', data.invoices),
          },
          {
            label: 'Credited',
            value: data && formatExactNaira(data.credit_notes_total),
            note: data && count('credit note', data.credit_notes),
          },
        ]}
      />
      {data && data.rates.length > 1 && (
        <Alert
          type="info"
          showIcon
          style={{ marginBottom: 16 }}
          title="More than one VAT rate in this month"
          description={data.rates
            .map(
              ({ rate, base, vat }) =>
                `${formatNumber(rate)} % of ${formatExactNaira(base)} is ${formatExactNaira(vat)}`,
            )
            .join('; ')}
        />
      )}
    </>
  );
}

type Files = ReturnType<typeof useInvoiceFiles>;

const getColumns = ({ isBusy, download }: Files): Column<Invoice>[] => [
  {
    title: 'Number',
    card: 'title',
    render: ({ number, kind, invoice_number: reduced }) => (
      <StackedCell
        primary={<strong>{number}</strong>}
        secondary={kind === InvoiceKind.credit_note ? `Credit note for ${reduced}` : 'Invoice'}
      />
    ),
  },
  { title: 'Issued', render: ({ issued_at: at }) => <DateTime iso={at} /> },
  {
    title: 'Buyer',
    grow: 3,
    render: ({ buyer_name: name, buyer_tin: tin, user_id: id }) => (
      <StackedCell
        primary={<Link to={adminUserPath(id)}>{name}</Link>}
        secondary={tin ? `TIN ${tin}` : 'No TIN'}
      />
    ),
  },
  {
    title: 'Net',
    numeric: true,
    render: (one) => formatExactNaira(signedAmount(one, one.net_amount)),
  },
  {
    title: 'VAT',
    numeric: true,
    render: (one) => (
      <StackedCell
        primary={formatExactNaira(signedAmount(one, one.vat_amount))}
        secondary={`${one.vat_rate} %`}
      />
    ),
  },
  {
    title: 'Total',
    numeric: true,
    render: (one) => formatExactNaira(signedAmount(one, one.total_amount)),
  },
  {
    title: 'Document',
    card: 'foot',
    render: (one) => (
      <Button
        size="small"
        icon={<DownloadOutlined aria-hidden />}
        aria-label={`Download ${one.number}`}
        loading={isBusy(one.id)}
        onClick={() => download(one)}
      >
        PDF
      </Button>
    ),
  },
];

/** A document in two lines, for phones. */
const toCompact =
  ({ isBusy, download }: Files) =>
  (one: Invoice): CompactRow => ({
    name: one.number,
    title: one.number,
    lead: formatExactNaira(signedAmount(one, one.total_amount)),
    details: [one.buyer_name, `VAT ${formatExactNaira(signedAmount(one, one.vat_amount))}`],
    note: <DateTime iso={one.issued_at} />,
    actions: isBusy(one.id) ? [] : [{ label: 'Download', onSelect: () => download(one) }],
  });

const FORMAT_NAMES: Record<VatExportFormat, string> = { pdf: 'PDF', xlsx: 'Excel', csv: 'CSV' };

function ExportMenu({ month }: { month: string | undefined }) {
  const message = useMessage();
  const request = useAdminExportVat({
    mutation: { meta: { fallback: 'The VAT report could not be exported' } },
  });
  const save = (format: VatExportFormat) =>
    request.mutate(
      { data: { format, month } },
      {
        onSuccess: (file) => {
          saveFile(file, `vat-${month}.${format}`);
          message.success(`The VAT report is downloaded as ${FORMAT_NAMES[format]}.`);
        },
      },
    );
  return (
    <Dropdown
      trigger={['click']}
      disabled={month === undefined || request.isPending}
      menu={{
        items: Object.values(VatExportFormat).map((format) => ({
          key: format,
          label: FORMAT_NAMES[format],
          onClick: () => save(format),
        })),
      }}
    >
      <Button icon={<DownloadOutlined aria-hidden />} loading={request.isPending}>
        {request.isPending ? 'Exporting...' : 'Export'}
      </Button>
    </Dropdown>
  );
}

/** What the accountant needs each month: the VAT in the sales, and every invoice and credit note. */
export default function VatPage() {
  const files = useInvoiceFiles(adminInvoicePdf);
  const search = useListSearch(vatSearch);
  const quiet = { placeholderData: keepPreviousData, meta: { quiet: true } };
  const params = toListParams(search.values);
  const report = useAdminVat({ month: params.month }, { query: quiet });
  const query = useAdminListInvoices({ ...params, per_page: PER_PAGE }, { query: quiet });
  const data = query.data?.data;
  const month = report.data?.data.month;
  return (
    <ListPage<Invoice, typeof search.values>
      title="VAT & Invoices"
      actions={<ExportMenu month={month} />}
      actionsBelow
      refreshable
      summary={<VatCards data={report.data?.data} failed={report.isError} />}
      label="Invoices and credit notes"
      search={search}
      searchLabel="Search invoices"
      searchPlaceholder="Search by number, buyer, TIN or reference"
      filters={getVatFilters(search.values.month)}
      query={query}
      rows={data?.invoices}
      pagination={data?.pagination}
      columns={getColumns(files)}
      toCompact={toCompact(files)}
      skeletonRows={PER_PAGE}
      empty={{
        icon: 'wallet',
        title: month ? `No invoices in ${formatMonth(month)}` : 'No invoices',
        hint: 'Customers issue invoices of their purchases themselves. Sales without one count in the VAT above.',
      }}
      emptyFiltered="No invoices found matching your search criteria."
      error={listFailure(FAILED)}
    />
  );
}
