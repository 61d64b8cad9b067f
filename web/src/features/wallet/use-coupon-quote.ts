import { useQuery } from '@tanstack/react-query';
import type { ApiError } from '@/api/api-error';
import { quoteCoupon } from '@/api/generated/payments';

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
