import { useQuery } from '@tanstack/react-query';
import type { ApiError } from '@/api/api-error';
import { quoteCoupon } from '@/api/generated/payments';
import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { formatNaira } from '@/lib/money';
import styles from './top-up-form.module.css';

/** What a code adds to a top-up. @param code empty asks for nothing. @param amount whole naira */
export function useCouponQuote(code: string, amount: number) {
  return useQuery<Awaited<ReturnType<typeof quoteCoupon>>, ApiError>({
    queryKey: ['coupon-quote', code, amount],
    queryFn: ({ signal }) => quoteCoupon({ coupon: code, amount }, { signal }),
    enabled: code !== '' && amount > 0,
    retry: false,
    staleTime: 30_000,
    meta: { quiet: true },
  });
}

interface CouponFieldProps {
  /** Of the top-up, whole naira; 0 while there is none. */
  amount: number;
  /** As it was typed. */
  code: string;
  onChange: (code: string) => void;
}

/** A code that adds to the top-up, behind a link: most customers have none. */
export function CouponField({ amount, code, onChange }: CouponFieldProps) {
  const [isOpen, setOpen] = useState(false);
  /** The code whose bonus is asked for: what was typed, once the input is left. */
  const [entered, setEntered] = useState('');
  const quote = useCouponQuote(entered, amount);
  if (!isOpen)
    return (
      <Button type="link" className={styles.coupon} onClick={() => setOpen(true)}>
        Have a code?
      </Button>
    );
  const error = quote.error && (quote.error.fieldErrors?.coupon?.[0] ?? quote.error.message);
  const bonus = quote.data?.data;
  const enter = (): void => setEntered(code.trim());
  return (
    <Form.Item
      label="Code"
      htmlFor="coupon"
      validateStatus={error ? 'error' : undefined}
      help={
        <span role="status">
          {error ??
            (bonus && `Adds ${formatNaira(bonus.bonus)}: you get ${formatNaira(bonus.credited)}.`)}
        </span>
      }
    >
      <Input
        id="coupon"
        autoFocus
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        value={code}
        onChange={({ target }) => onChange(target.value)}
        onBlur={enter}
        onPressEnter={enter}
      />
    </Form.Item>
  );
}
