import type { adminListCoupons } from '@/api/generated/admin-payments';
import type { CouponState, CreateCouponDto } from '@/api/generated/api.schemas';
import { fromLagosInput } from '@/lib/lagos-input';
import { formatNaira } from '@/lib/money';
import { pageField, textField } from '@/lib/list-search';
import { toNumberText } from '@/lib/number-text';

export type Coupon = Awaited<ReturnType<typeof adminListCoupons>>['data']['coupons'][number];

export const couponSearch = { page: pageField, search: textField() };

export const STATES: Record<CouponState, { tone: 'good' | 'waiting' | 'neutral'; word: string }> = {
  active: { tone: 'good', word: 'Active' },
  scheduled: { tone: 'waiting', word: 'Scheduled' },
  used_up: { tone: 'neutral', word: 'Used up' },
  ended: { tone: 'neutral', word: 'Ended' },
};

/** What it adds, such as "10 %, at most ₦5,000". */
export function describeBonus({ percent, bonus, max_bonus: most }: Coupon): string {
  if (percent === null) return formatNaira(bonus ?? 0);
  return `${percent} %${most === null ? '' : `, at most ${formatNaira(most)}`}`;
}

export interface CouponValues {
  code: string;
  kind: 'percent' | 'bonus';
  percent: string;
  bonus: string;
  max_bonus: string;
  minimum_topup: string;
  max_uses: string;
  per_customer: string;
  /** Of `datetime-local`, Lagos time; empty is no end. */
  ends_at: string;
}

export const EMPTY_COUPON: CouponValues = {
  code: '',
  kind: 'percent',
  percent: '10',
  bonus: '',
  max_bonus: '',
  minimum_topup: '',
  max_uses: '',
  per_customer: '1',
  ends_at: '',
};

/** Whole numbers may be typed with commas; what is none is sent as it is, for the server to refuse. */
function toNumber(text: string): number | undefined {
  const plain = toNumberText(text);
  return plain === '' ? undefined : Number(plain);
}

export const toCreateBody = (values: CouponValues): CreateCouponDto => ({
  code: values.code,
  ...(values.kind === 'percent'
    ? { percent: toNumber(values.percent), max_bonus: toNumber(values.max_bonus) }
    : { bonus: toNumber(values.bonus) }),
  minimum_topup: toNumber(values.minimum_topup),
  max_uses: toNumber(values.max_uses),
  per_customer: toNumber(values.per_customer),
  ends_at: fromLagosInput(values.ends_at) ?? undefined,
});
