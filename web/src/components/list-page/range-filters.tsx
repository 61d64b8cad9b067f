import { Button, Form, Popover } from 'antd';
import { useId, useState } from 'react';
import { NumberInput } from '@/components/form/number-input';
import { PeriodPicker } from '@/components/form/period-picker';
import { describePeriod } from '@/lib/date-range';
import { formatNaira } from '@/lib/money';
import { LIST_PERIODS, type RangeSearch } from '@/lib/range-search';
import type { FilterChip } from './filter-chips';
import styles from './list-page.module.css';

const MAX_NAIRA = 999_999_999_999;

type Amounts = Pick<RangeSearch, 'amount_min' | 'amount_max'>;

interface RangeFiltersProps {
  search: { values: RangeSearch; set: (change: Partial<RangeSearch>) => void };
  /** Name of the amount, such as "Balance"; undefined for a viewer who sees none. */
  amount: string | undefined;
}

function describeAmounts({ amount_min: min, amount_max: max }: Amounts): string {
  if (!max) return `From ${formatNaira(Number(min))}`;
  if (!min) return `Up to ${formatNaira(Number(max))}`;
  return `${formatNaira(Number(min))} – ${formatNaira(Number(max))}`;
}

/** Chips of the filters that are in use. */
export function getRangeChips({
  search: { values, set },
  amount,
}: RangeFiltersProps): FilterChip[] {
  const chips: FilterChip[] = [];
  if (values.period !== 'all')
    chips.push({
      label: describePeriod(values),
      onRemove: () => set({ period: 'all', from: '', to: '' }),
    });
  if (amount && (values.amount_min || values.amount_max))
    chips.push({
      label: `${amount} ${describeAmounts(values)}`,
      onRemove: () => set({ amount_min: '', amount_max: '' }),
    });
  return chips;
}

/** Days of creation and amounts. */
export function RangeFilters({ search: { values, set }, amount }: RangeFiltersProps) {
  const id = useId();
  return (
    <>
      <div className={`${styles.filter} ${styles.period}`}>
        <label htmlFor={id}>Period</label>
        <PeriodPicker id={id} own={LIST_PERIODS} value={values} onChange={set} />
      </div>
      {amount && (
        <AmountFilter
          key={`${values.amount_min} ${values.amount_max}`}
          label={amount}
          value={values}
          onChange={set}
        />
      )}
    </>
  );
}

interface AmountFilterProps {
  label: string;
  value: Amounts;
  onChange: (amounts: Amounts) => void;
}

function AmountFilter({ label, value, onChange }: AmountFilterProps) {
  const [isOpen, setOpen] = useState(false);
  const isActive = value.amount_min !== '' || value.amount_max !== '';
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={isOpen}
      onOpenChange={setOpen}
      destroyOnHidden
      content={<AmountForm label={label} value={value} onChange={onChange} />}
    >
      <Button
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        type={isActive ? 'primary' : 'default'}
        ghost={isActive}
      >
        {label}
      </Button>
    </Popover>
  );
}

interface Entered {
  min: number | null;
  max: number | null;
}

const toText = (naira: number | null | undefined): string =>
  naira === null || naira === undefined ? '' : String(Math.round(naira));

function AmountForm({ label, value, onChange }: AmountFilterProps) {
  const field = (name: keyof Entered, text: string) => (
    <Form.Item<Entered>
      name={name}
      label={text}
      dependencies={['min']}
      style={{ marginBottom: 12 }}
      rules={[
        ({ getFieldValue }) => ({
          validator: (_, max: number | null) => {
            const min = getFieldValue('min') as number | null;
            return name === 'max' && min !== null && max !== null && max < min
              ? Promise.reject(new Error('Below the lowest amount'))
              : Promise.resolve();
          },
        }),
      ]}
    >
      <NumberInput
        autoFocus={name === 'min'}
        inputMode="numeric"
        prefix="₦"
        min={0}
        max={MAX_NAIRA}
        precision={0}
        style={{ width: '100%' }}
      />
    </Form.Item>
  );
  return (
    <Form<Entered>
      aria-label={label}
      layout="vertical"
      requiredMark={false}
      style={{ width: 220 }}
      initialValues={{
        min: value.amount_min ? Number(value.amount_min) : null,
        max: value.amount_max ? Number(value.amount_max) : null,
      }}
      onFinish={({ min, max }) => onChange({ amount_min: toText(min), amount_max: toText(max) })}
    >
      {field('min', 'From')}
      {field('max', 'To')}
      <Button type="primary" htmlType="submit" block>
        Apply
      </Button>
    </Form>
  );
}
