import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Descriptions, Flex } from 'antd';
import { useState } from 'react';
import type { ApiError } from '@/api/api-error';
import type { PlaceQuoteData } from '@/api/generated/hooks/model/placeQuoteData';
import { quotePlace, useBuyPlace } from '@/api/generated/hooks/proxies/proxies';
import { useCurrentUser } from '@/api/use-current-user';
import { useSpendingLimits } from '@/api/use-spending-limits';
import { useTeam } from '@/api/use-team';
import { useMessage } from '@/components/feedback/use-message';
import { SpendingNote } from '@/components/orders/spending-note';
import { Dialog } from '@/components/ui/dialog';
import { formatNaira } from '@/lib/money';
import { RANDOM_LOCATION, type ProxyLocation } from '@/lib/proxy-location';
import { specific } from '@/lib/proxy-options';
import type { Proxy } from './proxy';
import styles from './renewal/renewal.module.css';
import { Shortfall } from './renewal/shortfall';

const PLACE_QUOTE_QUERY = 'quotePlace';
const FALLBACK = 'The place could not be bought. Please try again.';

const toBody = ({ country, region, city, isp }: ProxyLocation) => ({
  country,
  region: specific(region) ?? null,
  city: specific(city) ?? null,
  isp: specific(isp) ?? null,
});

const toLocation = ({ location, pool_data: pool }: Proxy): ProxyLocation => ({
  country: location,
  region: pool?.region ?? RANDOM_LOCATION.region,
  city: pool?.city ?? RANDOM_LOCATION.city,
  isp: pool?.isp ?? RANDOM_LOCATION.isp,
});

/** What another place costs for the traffic that is left; undefined while that is not known, and where the proxy is. */
export function usePlaceQuote(
  proxy: Proxy,
  place: ProxyLocation,
  isNeeded = true,
): PlaceQuoteData | undefined {
  const body = toBody(place);
  const current = toBody(toLocation(proxy));
  // The POST has no side effects, so it is used as a query.
  const { data } = useQuery({
    queryKey: [PLACE_QUOTE_QUERY, proxy.id, body, current, proxy.pool_data?.limit_mb],
    queryFn: ({ signal }) => quotePlace(proxy.id, body, { signal }),
    enabled: isNeeded && JSON.stringify(body) !== JSON.stringify(current),
    staleTime: 30_000,
    meta: { quiet: true },
  });
  return data?.data;
}

interface PlaceOfferProps {
  proxy: Proxy;
  place: ProxyLocation;
  quote: PlaceQuoteData | undefined;
}

/** Says what a dearer place costs more, and sells it. Nothing for a place that is included. */
export function PlaceOffer({ proxy, place, quote }: PlaceOfferProps) {
  const [isConfirming, setConfirming] = useState(false);
  const { canBuy } = useTeam();
  if (!quote || quote.difference === 0) return null;
  const more = formatNaira(quote.difference);
  return (
    <>
      <Alert
        type="info"
        role="note"
        showIcon
        title={
          <Flex wrap gap="small" justify="space-between" align="center">
            <span>{`Your traffic was not bought for this place, where it costs ${more} more.`}</span>
            {canBuy && (
              <Button size="small" onClick={() => setConfirming(true)}>
                Move there for {more}
              </Button>
            )}
          </Flex>
        }
      />
      {isConfirming && (
        <PlacePurchase
          proxy={proxy}
          place={place}
          quote={quote}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  );
}

function PlacePurchase({
  proxy,
  place,
  quote: { current_price: current, required_price: required, difference },
  onClose,
}: PlaceOfferProps & { quote: PlaceQuoteData; onClose: () => void }) {
  const client = useQueryClient();
  const notify = useMessage();
  const balance = useCurrentUser()?.wallet_balance ?? 0;
  const limits = useSpendingLimits();
  const purchase = useBuyPlace({
    mutation: {
      meta: { fallback: FALLBACK, thrown: FALLBACK },
      onSuccess: ({ message }) => {
        notify.success(message);
        onClose();
      },
      onError: ({ code }: ApiError) => {
        if (code === 'PRICE_CHANGED' || code === 'PLACE_INCLUDED')
          void client.invalidateQueries({ queryKey: [PLACE_QUOTE_QUERY] });
      },
    },
  });
  const lines = [
    ['Paid for the traffic that is left', current],
    ['Its price there', required],
    ['Wallet balance', balance],
    ['To pay', difference],
  ] as const;
  return (
    <Dialog title={`Move proxy #${proxy.id} to a dearer place`} width={440} onClose={onClose}>
      <div className={styles.form}>
        <Descriptions
          className={styles.lines}
          column={1}
          colon={false}
          items={lines.map(([label, naira]) => ({
            key: label,
            label,
            children: formatNaira(naira),
          }))}
        />
        <p>
          All traffic that is left may then leave there, and in every place that is no dearer.
          Traffic that you add later has the price of the place where the proxy is.
        </p>
        <Shortfall total={difference} balance={balance} />
        <SpendingNote limits={limits} total={difference} className={styles.limit} />
        <Flex justify="end" gap="small">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="primary"
            disabled={purchase.isPending || balance < difference}
            onClick={() =>
              purchase.mutate({
                id: proxy.id,
                data: { ...toBody(place), expected_total: difference },
              })
            }
          >
            {purchase.isPending ? 'Paying...' : `Pay ${formatNaira(difference)}`}
          </Button>
        </Flex>
      </div>
    </Dialog>
  );
}
