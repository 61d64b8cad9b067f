import { FormActions } from '@/components/form/form-actions';
import { Alert, Flex, Typography, Form, Input, Select } from 'antd';
import { formatNumber } from '@/lib/number';
import { countAddresses, type ImportData } from './stock';
import { useState } from 'react';
import { useAdminImportStock } from '@/api/generated/admin-supply';
import { type ImportStockDto, StaticProtocol } from '@/api/generated/api.schemas';
import { DateInput } from '@/components/form/date-input';
import { AppForm } from '@/components/form/app-form';
import { TextFileButton } from '@/components/form/text-file-button';
import { Dialog } from '@/components/ui/dialog';
import { outcome } from '@/api/outcome';

const MAX_SHOWN = 50;

/** What an import would do. */
export function ImportReport({ data: { counts, countries, lines } }: { data: ImportData }) {
  const problems = lines.filter(({ outcome }) => outcome === 'malformed');
  const places = countries.map(
    ({ country_name: name, added }) => `${name} (${formatNumber(added)})`,
  );
  return (
    <Alert
      type={problems.length ? 'warning' : counts.added ? 'success' : 'info'}
      role="status"
      showIcon
      style={{ marginBottom: 16 }}
      title={
        counts.added ? `${countAddresses(counts.added)} can be added` : 'There is nothing to add'
      }
      description={
        <Flex vertical gap={4}>
          {places.length > 0 && <span>{places.join(', ')}</span>}
          {counts.duplicate > 0 && (
            <span>
              {formatNumber(counts.duplicate)}{' '}
              {counts.duplicate === 1 ? 'duplicate is' : 'duplicates are'} left out.
            </span>
          )}
          {problems.length > 0 && (
            <>
              <span>
                {formatNumber(problems.length)}{' '}
                {problems.length === 1 ? 'line cannot be read:' : 'lines cannot be read:'}
              </span>
              <ul
                aria-label="Lines with problems"
                style={{ margin: 0, paddingInlineStart: 20, maxHeight: 200, overflowY: 'auto' }}
                // Scrollable by keyboard.
                tabIndex={0}
              >
                {problems.slice(0, MAX_SHOWN).map(({ line, reason }) => (
                  <li key={line}>
                    <Typography.Text strong>Line {line}:</Typography.Text> {reason}
                  </li>
                ))}
                {problems.length > MAX_SHOWN && (
                  <li>and {formatNumber(problems.length - MAX_SHOWN)} more.</li>
                )}
              </ul>
            </>
          )}
        </Flex>
      }
    />
  );
}

interface Values {
  text: string;
  country: string;
  protocol: StaticProtocol;
  /** A day, UTC; empty: not known. */
  end: string;
}

const MAX_CHARACTERS = 200_000;
const PROTOCOLS = [
  { value: StaticProtocol.http, label: 'HTTP' },
  { value: StaticProtocol.socks5, label: 'SOCKS5' },
];

const toRequest = ({ text, country, protocol, end }: Values): ImportStockDto => ({
  text,
  protocol,
  ...(country.trim() && { country: country.trim().toLowerCase() }),
  ...(end && { upstream_expires_at: new Date(end).toISOString() }),
});

/** Checks a list first, shows what would happen, then imports it. */
export default function ImportStockDialog({ onClose }: { onClose: () => void }) {
  const [form] = Form.useForm<Values>();
  const [planned, setPlanned] = useState<{ request: ImportStockDto; data: ImportData } | null>(
    null,
  );
  const plan = useAdminImportStock({
    mutation: { meta: { fallback: 'The list could not be checked' } },
  });
  const add = useAdminImportStock({
    mutation: outcome('The list could not be imported', onClose),
  });
  const check = (values: Values) => {
    if (plan.isPending) return;
    const request = toRequest(values);
    plan.mutate(
      { data: { ...request, dry_run: true } },
      { onSuccess: ({ data }) => setPlanned({ request, data }) },
    );
  };
  const added = planned?.data.counts.added ?? 0;
  return (
    <Dialog title="Import addresses" width={640} onClose={onClose}>
      {/* Stays mounted, so that Back shows what was entered. */}
      <div hidden={planned !== null}>
        <AppForm<Values>
          form={form}
          label="Import addresses"
          initialValues={{ text: '', country: '', protocol: StaticProtocol.http, end: '' }}
          serverErrors={plan.error?.fieldErrors}
          aliases={{ upstream_expires_at: 'end' }}
          onSubmit={check}
        >
          <Form.Item
            name="text"
            label="List"
            required
            rules={[{ required: true, whitespace: true, message: 'Paste a list or choose a file' }]}
            extra="ip:port:user:password, user:password@ip:port, a URL per line, or a CSV export of Webshare or Proxy-Seller; 5,000 lines at most."
          >
            <Input.TextArea
              autoFocus
              rows={8}
              maxLength={MAX_CHARACTERS}
              spellCheck={false}
              autoComplete="off"
              style={{ fontFamily: 'monospace' }}
            />
          </Form.Item>
          <TextFileButton
            label="List file"
            accept=".csv,.txt,text/csv,text/plain"
            maxCharacters={MAX_CHARACTERS}
            tooLarge="The file is too large. Split it: 200 KB at most."
            style={{ marginBottom: 16 }}
            onRead={(text) => form.setFieldValue('text', text)}
          />
          <Form.Item
            name="country"
            label="Country code"
            rules={[
              {
                pattern: /^\s*([A-Za-z]{2})?\s*$/,
                message: 'Country must be a code of two letters',
              },
            ]}
            extra="Such as de, for lines that do not say."
          >
            <Input autoComplete="off" maxLength={4} />
          </Form.Item>
          <Form.Item name="protocol" label="Protocol" extra="For lines that do not say.">
            <Select options={PROTOCOLS} />
          </Form.Item>
          <Form.Item
            name="end"
            label="End at the provider"
            extra="For lines that do not say. An address is sold only for periods that end before."
          >
            <DateInput />
          </Form.Item>
          <FormActions onCancel={onClose} isBusy={plan.isPending} busy="Checking...">
            Check list
          </FormActions>
        </AppForm>
      </div>
      {planned && (
        <>
          <ImportReport data={planned.data} />
          <FormActions
            cancel="Back"
            onCancel={() => setPlanned(null)}
            onConfirm={() => add.mutate({ data: planned.request })}
            isBusy={add.isPending}
            busy="Importing..."
            disabled={added === 0}
          >{`Import ${countAddresses(added)}`}</FormActions>
        </>
      )}
    </Dialog>
  );
}
