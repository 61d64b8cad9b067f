import { useQuery } from '@tanstack/react-query';
import type { ApiError } from '@/api/api-error';
import { quoteCoupon } from '@/api/generated/payments';
import { Button, Form, Input, Alert, Radio } from 'antd';
import { useState } from 'react';
import { formatNaira } from '@/lib/money';
import styles from './top-up-form.module.css';
import { usePaymentActions } from '@/api/payment-actions';
import { RelativeTime } from '@/components/format/relative-time';
import { type OpenTopUp, useTopUp } from './use-top-up';
import { useSearchParams } from 'react-router-dom';
import type { TopupChannel } from '@/api/generated/api.schemas';
import { useTopUpChannels } from '@/api/shop-options';
import { useTopUpLimits } from '@/api/top-up-limits';
import { AppForm } from '@/components/form/app-form';
import { Panel } from '@/components/layout/panel';
import { NairaAccount, useNairaAccount } from './naira-account';
import { validateAmount, parseAmount } from './top-up-amount';

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

interface OpenTopUpsProps {
  topUps: readonly OpenTopUp[];
  onCancelled: (reference: string) => void;
}

/** The unpaid top-ups that keep another one from starting. */
export function OpenTopUps({ topUps, onCancelled }: OpenTopUpsProps) {
  const { isBusy, resume, cancel } = usePaymentActions();
  if (topUps.length === 0) return null;
  return (
    <Alert
      className={styles.notice}
      type="warning"
      title="Your unpaid top-ups"
      description={
        <ul className={styles.list} aria-label="Your unpaid top-ups">
          {topUps.map(({ reference, amount, createdAt }) => {
            const name = `${formatNaira(amount)}, ${reference}`;
            return (
              <li key={reference} className={styles.row}>
                <span className={styles.what}>
                  <strong>{formatNaira(amount)}</strong> <RelativeTime iso={createdAt} />
                  <code>{reference}</code>
                </span>
                <span className={styles.actions}>
                  <Button
                    size="small"
                    disabled={isBusy(reference)}
                    aria-label={`Continue payment of ${name}`}
                    onClick={() => resume(reference)}
                  >
                    Continue payment
                  </Button>
                  <Button
                    size="small"
                    disabled={isBusy(reference)}
                    aria-label={`Cancel ${name}`}
                    onClick={() => cancel(reference, () => onCancelled(reference))}
                  >
                    Cancel
                  </Button>
                </span>
              </li>
            );
          })}
        </ul>
      }
    />
  );
}

/** In the order in which they are offered. */
const CHANNELS: Record<TopupChannel, string> = {
  bank_transfer: 'Bank transfer',
  card: 'Card',
  pay_with_bank: 'Pay with bank',
  mobile_money: 'Mobile money',
};
const ORDER = Object.keys(CHANNELS) as TopupChannel[];

type Way = TopupChannel | 'account';

const QUICK_AMOUNTS = [5000, 10_000, 25_000, 50_000];

export function TopUpForm() {
  const [form] = Form.useForm<{ amount: string }>();
  const [params] = useSearchParams();
  const limits = useTopUpLimits();
  const topUp = useTopUp();
  const naira = useNairaAccount();
  const typed: string = Form.useWatch('amount', form) ?? '';
  const amount = parseAmount(typed);
  const isEmpty = typed.trim() === '';
  const [coupon, setCoupon] = useState('');
  const offered = useTopUpChannels();
  const channels = ORDER.filter((one) => offered.includes(one));
  const [chosen, setChosen] = useState<Way>();
  const hasAccount = naira.status !== null;
  const channel = channels.find((one) => one === chosen) ?? channels[0];
  const isByAccount =
    hasAccount && (chosen ? chosen === 'account' : naira.status === 'active' && isEmpty);
  const ways: { value: Way | ''; label: string; disabled?: boolean }[] = [
    // Where there are others, they keep their places when it has been loaded.
    ...(hasAccount || (naira.isLoading && channels.length > 0)
      ? [{ value: 'account' as const, label: 'Account number', disabled: naira.isLoading }]
      : []),
    ...channels.map((value) => ({ value, label: CHANNELS[value] })),
    // The checkout offers its own ways.
    ...(channels.length === 0 ? [{ value: '' as const, label: 'Checkout' }] : []),
  ];
  return (
    <Panel title="Top-up Wallet">
      {ways.length > 1 && (
        <div className={styles.ways}>
          <span>Pay by</span>
          <Radio.Group
            aria-label="Pay by"
            value={isByAccount ? 'account' : (channel ?? '')}
            onChange={({ target }) => setChosen(target.value as Way)}
            options={ways}
          />
        </div>
      )}
      {isByAccount && <NairaAccount naira={naira} />}
      <div hidden={isByAccount}>
        <AppForm
          form={form}
          label="Top-up Wallet"
          initialValues={{ amount: params.get('amount') ?? '' }}
          onSubmit={() =>
            !topUp.isBusy &&
            topUp.start(parseAmount(form.getFieldValue('amount') as string), { channel, coupon })
          }
        >
          <Form.Item
            name="amount"
            label="Amount"
            extra={`Minimum ${formatNaira(limits.minimum)}, maximum ${formatNaira(limits.maximum)}`}
            rules={[
              {
                validator: (_rule, value: string) => {
                  const error = validateAmount(parseAmount(value ?? ''), limits);
                  return error ? Promise.reject(new Error(error)) : Promise.resolve();
                },
              },
            ]}
          >
            <Input
              size="large"
              prefix="₦"
              inputMode="numeric"
              autoComplete="off"
              placeholder={`Minimum ${limits.minimum}`}
              className={styles.amount}
            />
          </Form.Item>
          <div className={styles.quick} role="group" aria-label="Quick amounts">
            {QUICK_AMOUNTS.map((quick) => (
              <Button
                key={quick}
                color={amount === quick ? 'primary' : 'default'}
                variant={amount === quick ? 'filled' : 'outlined'}
                aria-pressed={amount === quick}
                onClick={() =>
                  form.setFields([{ name: 'amount', value: String(quick), errors: [] }])
                }
              >
                {formatNaira(quick)}
              </Button>
            ))}
          </div>
          <CouponField amount={amount > 0 ? amount : 0} code={coupon} onChange={setCoupon} />
          <OpenTopUps topUps={topUp.open} onCancelled={topUp.removeOpen} />
          <Button
            type="primary"
            size="large"
            block
            htmlType="submit"
            disabled={isEmpty || topUp.isBusy}
          >
            {topUp.isBusy
              ? 'Processing...'
              : `Top Up${amount > 0 ? ` ${formatNaira(amount)}` : ''}`}
          </Button>
        </AppForm>
      </div>
    </Panel>
  );
}
