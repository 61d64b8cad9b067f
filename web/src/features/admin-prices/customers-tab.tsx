import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import { keepPreviousData } from '@tanstack/react-query';
import { Alert, Button, Flex, Input, Select, Typography } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useAdminListUsers } from '@/api/generated/admin-users';
import type { CustomerRateDto } from '@/api/generated/api.schemas';
import { NumberInput } from '@/components/form/number-input';
import { adminUserPath } from '@/lib/admin-paths';
import { useDebouncedText } from '@/lib/use-debounced-text';
import { findErrors, PRODUCT_NAMES, removeAt, replaceAt } from './prices';
import styles from './prices.module.css';
import type { PriceDraft } from './use-price-draft';

const EVERY = 'all';
const PRODUCTS = [
  { value: EVERY, label: 'Every product' },
  ...Object.entries(PRODUCT_NAMES).map(([value, label]) => ({ value, label })),
];
const FOUND = 20;

/** Finds a customer by name or e-mail address. */
function CustomerSearch({ onChoose }: { onChoose: (id: number) => void }) {
  const [wanted, setWanted] = useState('');
  const [text, setText] = useDebouncedText(wanted, setWanted);
  const users = useAdminListUsers(
    { search: wanted, per_page: FOUND },
    { query: { enabled: wanted !== '', placeholderData: keepPreviousData } },
  );
  const customers = users.data?.data.users.filter(({ role }) => role === 'user') ?? [];
  return (
    <Select<number>
      aria-label="Add a customer"
      style={{ maxWidth: 420, width: '100%' }}
      showSearch={{ filterOption: false, searchValue: text, onSearch: setText }}
      placeholder="Add a customer: search by name or email"
      suffixIcon={<PlusOutlined aria-hidden />}
      value={null}
      loading={users.isFetching}
      notFoundContent={wanted === '' ? 'Type a name or an email' : 'No customer found'}
      options={
        wanted === ''
          ? []
          : customers.map(({ id, name, email }) => ({ value: id, label: `${name}, ${email}` }))
      }
      onChange={(id) => {
        onChoose(id);
        setText('');
      }}
    />
  );
}

/** Customers with a discount of their own. */
export function CustomersTab({ draft }: { draft: PriceDraft }) {
  const { customers } = draft.list;
  const errors = findErrors(draft.errors, 'prices.customers');
  const set = (index: number, rate: CustomerRateDto): void =>
    draft.change({ customers: replaceAt(customers, index, rate) });
  return (
    <Flex vertical gap="small">
      <Typography.Paragraph type="secondary">
        What a customer pays less on every order, renewals included. Of several the largest counts.
        The public price list does not show it.
      </Typography.Paragraph>
      {customers.map((rate, index) => (
        // A customer may have several.
        <div key={index} className={`${styles.line} ${styles.rate}`}>
          <Link to={adminUserPath(rate.user_id)}>Customer {rate.user_id}</Link>
          <NumberInput
            aria-label={`Discount of customer ${rate.user_id}`}
            min={0.01}
            max={99}
            suffix="% off"
            style={{ width: '100%' }}
            value={rate.percent_off}
            onChange={(value) => value !== null && set(index, { ...rate, percent_off: value })}
          />
          <Select
            aria-label={`Product of customer ${rate.user_id}`}
            value={rate.product ?? EVERY}
            options={PRODUCTS}
            onChange={(product) =>
              set(index, {
                ...rate,
                product: product === EVERY ? null : (product as CustomerRateDto['product']),
              })
            }
          />
          <Input
            aria-label={`Note about customer ${rate.user_id}`}
            placeholder="Note for staff"
            maxLength={200}
            value={rate.note}
            onChange={({ target }) => set(index, { ...rate, note: target.value || undefined })}
          />
          <Button
            type="text"
            danger
            aria-label={`Remove the discount of customer ${rate.user_id}`}
            icon={<DeleteOutlined aria-hidden />}
            onClick={() => draft.change({ customers: removeAt(customers, index) })}
          />
        </div>
      ))}
      {errors.length > 0 && <Alert type="error" showIcon title={errors.join(' ')} />}
      <CustomerSearch
        onChoose={(id) =>
          draft.change({
            customers: [...customers, { user_id: id, percent_off: 5, product: null }],
          })
        }
      />
    </Flex>
  );
}
