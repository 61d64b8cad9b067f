import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { type adminListOffers, useAdminListOffers } from '@/api/generated/admin-supply';
import { ErrorState } from '@/components/feedback/error-state';
import { failure } from '@/api/failures';

export type Offers = Awaited<ReturnType<typeof adminListOffers>>['data'];

/** The first period whose addresses the shop can sell. */
export const findSellable = ({ periods }: Pick<Offers, 'periods'>) =>
  periods.find(({ can_be_sold: isSellable }) => isSellable);

const FAILED = 'Failed to load what the provider sells';

interface OffersGateProps {
  providerId: number;
  children: (offers: Offers) => ReactNode;
}

/** Reads what the provider sells before it shows the children. */
export function OffersGate({ providerId, children }: OffersGateProps) {
  const query = useAdminListOffers(providerId, {
    query: { meta: { quiet: true }, retry: false, gcTime: 0, refetchOnWindowFocus: false },
  });
  if (query.data) return children(query.data.data);
  return query.isError ? (
    <ErrorState {...failure(query, FAILED)} />
  ) : (
    <Skeleton active paragraph={{ rows: 4 }} />
  );
}
