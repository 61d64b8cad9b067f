import { Alert, Button, Flex, Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { formatDate, formatDateTime } from '@/lib/date';
import { toPlainText } from '@/lib/plain-text';
import { useMessage } from '../feedback/use-message';
import { AppForm } from '../form/app-form';
import { CopyField } from '../form/copy-field';
import { RelativeTime } from '../format/relative-time';
import { StatusBadge } from '../format/status-badge';
import styles from './allowed-addresses.module.css';

interface Address {
  address: string;
  created_at: string;
  state: 'pending' | 'active' | 'taken';
  last_used_at: string | null;
}

interface AllowedAddressesProps {
  addresses: readonly Address[];
  /** Proves a pending address, run there; null without an active proxy, undefined while it is loaded. */
  command: string | null | undefined;
  limit: number;
  /** Off: staff have switched the feature off. */
  isEnabled: boolean;
  /** Where this page is used from; null when that cannot be allowed. */
  currentAddress: string | null;
  isSaving: boolean;
  /** Of the last address that could not be added. */
  addErrors?: Record<string, string[]>;
  onAdd: (address: string, onSuccess: () => void) => void;
  onRemove: (address: string, onSuccess: () => void) => void;
  /** What the list is for. */
  lead: ReactNode;
  empty: string;
  /** Shown in place of the command without an active proxy. */
  noProxy: string;
}

interface Values {
  addresses: string;
}

/** What makes the server refuse the text whatever it is. */
const RULES = [
  { required: true, whitespace: true, message: 'Enter an IP address' },
  {
    transform: toPlainText,
    pattern: /^[0-9a-fA-F.:]*$/,
    message: 'Enter one IPv4 or IPv6 address, such as 203.0.113.7',
  },
];

type AddressFormProps = Omit<
  AllowedAddressesProps,
  'onRemove' | 'isEnabled' | 'lead' | 'empty' | 'command' | 'noProxy'
>;

function AddressForm({ addresses, currentAddress, isSaving, addErrors, onAdd }: AddressFormProps) {
  const notify = useMessage();
  const [form] = Form.useForm<Values>();
  const isListed = (text: string): boolean => addresses.some(({ address }) => address === text);
  const add = (text: string): void =>
    onAdd(text, () => {
      form.resetFields();
      notify.success('The address was added.');
    });
  return (
    <AppForm<Values>
      form={form}
      label="Allow an address"
      initialValues={{ addresses: '' }}
      serverErrors={addErrors}
      onSubmit={({ addresses: text }) => {
        if (!isSaving) add(toPlainText(text));
      }}
    >
      <div className={styles.add}>
        <Form.Item
          name="addresses"
          label="IP address"
          validateFirst
          rules={[
            ...RULES,
            {
              validator: async (_, text: string) => {
                if (isListed(toPlainText(text)))
                  throw new Error('This address is in the list already');
              },
            },
          ]}
        >
          <Input
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={64}
            placeholder="203.0.113.7"
            className={styles.address}
          />
        </Form.Item>
        <Button htmlType="submit" disabled={isSaving}>
          {isSaving ? 'Saving...' : 'Add'}
        </Button>
      </div>
      {currentAddress !== null && !isListed(currentAddress) && (
        <Button
          type="link"
          className={styles.current}
          onClick={() => form.setFields([{ name: 'addresses', value: currentAddress, errors: [] }])}
        >
          Use my current address ({currentAddress})
        </Button>
      )}
    </AppForm>
  );
}

function AddressTimes({ created_at: since, last_used_at: lastUsed, state }: Address) {
  return (
    <span className={styles.since}>
      {state === 'taken' && 'another customer uses it, '}
      {lastUsed !== null && (
        <>
          last used <RelativeTime iso={lastUsed} />,{' '}
        </>
      )}
      <time dateTime={since} title={formatDateTime(since)}>
        since {formatDate(since)}
      </time>
    </span>
  );
}

/** What to do about the addresses that do not count yet. */
function Proof({
  addresses,
  command,
  noProxy,
}: Pick<AllowedAddressesProps, 'addresses' | 'command' | 'noProxy'>) {
  const has = (state: Address['state']) => addresses.some((each) => each.state === state);
  return (
    <>
      {has('pending') && (
        <Alert
          type="info"
          showIcon
          className={styles.notice}
          title="A pending address needs one request with a password"
          description={
            <>
              <p>
                It shows that the address is yours. Until then, connections from there need the
                username and password.
                {command === null && ` ${noProxy}`}
              </p>
              {command && (
                <CopyField label="Run this on the server with the address" value={command} secret />
              )}
            </>
          }
        />
      )}
      {has('taken') && (
        <Alert
          type="warning"
          showIcon
          className={styles.notice}
          title="An address can be used by one customer at a time"
          description="Another customer has shown that a taken address is theirs. Connect from there with the username and password, or remove it. It is free again when they remove it or have not used it for 30 days. If it is yours alone, contact support."
        />
      )}
    </>
  );
}

/** A list of addresses from which no password is needed. */
export function AllowedAddresses(props: AllowedAddressesProps) {
  const { addresses, limit, isEnabled, isSaving, onRemove, lead, empty } = props;
  const notify = useMessage();
  const isFull = addresses.length >= limit;
  return (
    <>
      <Flex wrap align="baseline" justify="space-between" gap="small">
        <h2>Allowed addresses</h2>
        <span className={styles.count}>
          {addresses.length} of {limit}
        </span>
      </Flex>
      <p className={styles.lead}>{lead}</p>
      {!isEnabled && (
        <Alert
          type="warning"
          showIcon
          className={styles.notice}
          title="Access by address is off at the moment"
          description="Connect with the username and password. Your lists are kept."
        />
      )}
      {addresses.length === 0 && <p className={styles.empty}>{empty}</p>}
      <ul aria-label="Allowed addresses" className={styles.list}>
        {addresses.map((each) => (
          <li key={each.address} className={styles.row}>
            <span className={styles.text}>
              <span className={styles.address}>{each.address}</span>
              <StatusBadge status={each.state} />
              <AddressTimes {...each} />
            </span>
            <Button
              size="small"
              disabled={isSaving}
              onClick={() =>
                onRemove(each.address, () => notify.success(`${each.address} was removed.`))
              }
            >
              Remove<span className="visually-hidden"> {each.address}</span>
            </Button>
          </li>
        ))}
      </ul>
      <Proof {...props} />
      {isFull ? (
        <p className={styles.lead}>The list is full. Remove an address to add another.</p>
      ) : (
        <AddressForm {...props} />
      )}
    </>
  );
}
