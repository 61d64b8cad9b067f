import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Descriptions, Flex } from 'antd';
import { useState } from 'react';
import { ApiError } from '@/api/api-error';
import type { BuyPlaceDto, PlaceQuoteData } from '@/api/generated/api.schemas';
import { buyPlace, quotePlace, useBuyPlace } from '@/api/generated/proxies';
import { reloadShown } from '@/api/invalidation';
import { useCurrentUser } from '@/api/use-current-user';
import { useSpendingLimits } from '@/api/use-spending-limits';
import { useTeam } from '@/api/use-team';
import { notify } from '@/components/feedback/notify';
import { PayButton } from '@/components/orders/pay-button';
import { SpendingNote } from '@/components/orders/spending-note';
import { Dialog } from '@/components/ui/dialog';
import { formatNaira } from '@/lib/money';
import { toPlaceBody, type ProxyLocation } from '@/lib/proxy-location';
import type { Proxy } from './proxy';
import styles from './renewal/renewal.module.css';
import { Shortfall } from './renewal/shortfall';
import { toLocation } from './to-location';

const PLACE_QUOTE_QUERY = 'quotePlace';
const PRICE_CHANGED = 'PRICE_CHANGED';
const FALLBACK = 'The place could not be bought. Please try again.';

/** Whole naira. */
type PlacePrice = Pick<PlaceQuoteData, 'current_price' | 'required_price' | 'difference'>;

/** The price with which the server refuses a place that costs more. */
function readPlacePrice(error: ApiError): PlacePrice | undefined {
  const { current_price, required_price, difference } = error.errors;
  return typeof current_price === 'number' &&
    typeof required_price === 'number' &&
    typeof difference === 'number'
    ? { current_price, required_price, difference }
    : undefined;
}

/**
 * What another place costs for the traffic that is left; undefined while that is not known, and where the proxy is.
 * @param refusal PLACE_NOT_INCLUDED, where the price is asked for only after one; null before.
 */
export function usePlaceQuote(
  proxy: Proxy,
  place: ProxyLocation,
  refusal?: ApiError | null,
): PlacePrice | undefined {
  const body = toPlaceBody(place);
  const current = toPlaceBody(toLocation(proxy));
  // The POST has no side effects, so it is used as a query.
  const { data } = useQuery({
    queryKey: [PLACE_QUOTE_QUERY, proxy.id, body, current, proxy.pool_data?.limit_mb],
    queryFn: async ({ signal }): Promise<PlacePrice> =>
      (await quotePlace(proxy.id, body, { signal })).data,
    initialData: refusal ? readPlacePrice(refusal) : undefined,
    enabled: refusal !== null && JSON.stringify(body) !== JSON.stringify(current),
    staleTime: 30_000,
    meta: { quiet: true },
  });
  return data;
}

/**
 * Pays a price, or a lower one: the price falls with every byte that the proxy relays, and the server takes the exact one
 * only.
 */
async function buyForLess({ id, data }: { id: number; data: BuyPlaceDto }) {
  try {
    return await buyPlace(id, data);
  } catch (error) {
    const now =
      error instanceof ApiError && error.code === PRICE_CHANGED && error.errors.actual_total;
    if (typeof now !== 'number' || now >= data.expected_total!) throw error;
    return buyPlace(id, { ...data, expected_total: now });
  }
}

interface PlaceOfferProps {
  proxy: Proxy;
  place: ProxyLocation;
  quote: PlacePrice | undefined;
}

/** Says what a more expensive place costs more, and sells it. Nothing for a place that is included. */
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
}: PlaceOfferProps & { quote: PlacePrice; onClose: () => void }) {
  const client = useQueryClient();
  const balance = useCurrentUser()?.wallet_balance ?? 0;
  const limits = useSpendingLimits();
  const purchase = useBuyPlace({
    mutation: {
      mutationFn: buyForLess,
      meta: { fallback: FALLBACK, thrown: FALLBACK },
      onSuccess: notify.thenGoOn(onClose),
      onError: ({ code }: ApiError) => {
        const isIncluded = code === 'PLACE_INCLUDED';
        if (code === PRICE_CHANGED || isIncluded)
          void client.invalidateQueries({ queryKey: [PLACE_QUOTE_QUERY] });
        if (isIncluded) void reloadShown(client);
      },
    },
  });
  // While a new price is loaded, the one on screen is not what would be charged.
  const isLoading = useIsFetching({ queryKey: [PLACE_QUOTE_QUERY, proxy.id] }) > 0;
  const lines = [
    ['Paid for the traffic that is left', current],
    ['Its price there', required],
    ['Wallet balance', balance],
    ['To pay', difference],
  ] as const;
  return (
    <Dialog
      title={`Move proxy #${proxy.id} to a more expensive place`}
      width={440}
      onClose={onClose}
    >
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
          All traffic that is left can then be used there, and in every place that costs no more.
          Traffic that you add later costs the price of the place where the proxy is.
        </p>
        <Shortfall total={difference} balance={balance} />
        <SpendingNote limits={limits} total={difference} className={styles.limit} />
        <Flex justify="end" gap="small">
          <Button onClick={onClose}>Cancel</Button>
          <PayButton
            disabled={purchase.isPending || isLoading || balance < difference}
            onClick={() =>
              purchase.mutate({
                id: proxy.id,
                data: { ...toPlaceBody(place), expected_total: difference },
              })
            }
          >
            {purchase.isPending ? 'Paying...' : `Pay ${formatNaira(difference)}`}
          </PayButton>
        </Flex>
      </div>
    </Dialog>
  );
}
