import { Alert, Button, Flex, Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { formatDate, formatDateTime } from '@/lib/date';
import { toPlainText } from '@/lib/plain-text';
import { useMessage } from '../feedback/use-message';
import { AppForm } from '../form/app-form';
import styles from './allowed-addresses.module.css';

interface AllowedAddressesProps {
  addresses: readonly { address: string; created_at: string }[];
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

type AddressFormProps = Omit<AllowedAddressesProps, 'onRemove' | 'isEnabled' | 'lead' | 'empty'>;

function AddressForm({ addresses, currentAddress, isSaving, addErrors, onAdd }: AddressFormProps) {
  const notify = useMessage();
  const [form] = Form.useForm<Values>();
  const isListed = (text: string): boolean => addresses.some(({ address }) => address === text);
  const add = (text: string): void =>
    onAdd(text, () => {
      form.resetFields();
      notify.success('The address is allowed.');
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
          title="Access by address is switched off at the moment"
          description="Connect with the username and password. Your lists are kept."
        />
      )}
      {addresses.length === 0 && <p className={styles.empty}>{empty}</p>}
      <ul aria-label="Allowed addresses" className={styles.list}>
        {addresses.map(({ address, created_at: since }) => (
          <li key={address} className={styles.row}>
            <span className={styles.text}>
              <span className={styles.address}>{address}</span>
              <time dateTime={since} title={formatDateTime(since)} className={styles.since}>
                since {formatDate(since)}
              </time>
            </span>
            <Button
              size="small"
              disabled={isSaving}
              onClick={() => onRemove(address, () => notify.success(`${address} was removed.`))}
            >
              Remove<span className="visually-hidden"> {address}</span>
            </Button>
          </li>
        ))}
      </ul>
      {isFull ? (
        <p className={styles.lead}>The list is full. Remove an address to add another.</p>
      ) : (
        <AddressForm {...props} />
      )}
    </>
  );
}
