import { Select, Space } from 'antd';
import { NumberInput } from '@/components/form/number-input';
import type { Price } from './prices';

const CURRENCIES = [
  { value: 'usd', label: '$' },
  { value: 'naira', label: '₦' },
];
const CENTS = 100;

interface PriceFieldProps {
  label: string;
  price: Price;
  /** What customers pay now, in whole naira, for a change to the other currency. */
  paid: number | undefined;
  /** Naira for a dollar, with the markup. */
  rate: number;
  onChange: (price: Price) => void;
  /** An empty field is no error. */
  isOptional?: boolean;
}

/** Dollars follow exchange rate and markup; naira stay what they are. */
export function PriceField({
  label,
  price,
  paid,
  rate,
  onChange,
  isOptional = false,
}: PriceFieldProps) {
  const isNaira = price.naira !== undefined;
  const toPrice = (isInNaira: boolean, value: number | undefined): Price => ({
    usd: isInNaira ? undefined : value,
    naira: isInNaira ? value : undefined,
  });
  const switchTo = (currency: string): void => {
    if (currency === 'naira') onChange(toPrice(true, paid ?? 1));
    else onChange(toPrice(false, Math.round(((paid ?? rate) / rate) * CENTS) / CENTS || 0.01));
  };
  return (
    <Space.Compact block>
      <Select
        aria-label={`Currency of ${label}`}
        style={{ width: 60 }}
        value={isNaira ? 'naira' : 'usd'}
        options={CURRENCIES}
        onChange={switchTo}
      />
      <NumberInput
        aria-label={`Price of ${label}`}
        style={{ width: '100%' }}
        min={0}
        precision={isNaira ? 0 : undefined}
        status={price.usd === undefined && !isNaira && !isOptional ? 'error' : undefined}
        placeholder="Enter a price"
        value={isNaira ? price.naira : price.usd}
        onChange={(value) => onChange(toPrice(isNaira && value !== null, value ?? undefined))}
      />
    </Space.Compact>
  );
}
