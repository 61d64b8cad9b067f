import { isDatacenter, getConnectionType, type Proxy } from '@/features/proxies/proxy';
import type { PackageOption } from '@/features/proxies/renewal/extension';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '@/api/api-error';
import { errorMessage } from '@/api/error-messages';
import { useRenewProxy } from '@/api/generated/proxies';
import { ORDER_REFUNDED } from '@/lib/order-refund';
import { randomCode } from '@/lib/random-code';
import {
  EXTENSION_QUOTE_QUERY,
  isPriceOutdated,
  toExtensionQuote,
} from '@/features/proxies/renewal/use-extension';

/** Kinds of proxies that are renewed by packages of their own. */
export const RENEWAL_KINDS = ['datacenter', 'residential', 'mobile'] as const;
export type RenewalKind = (typeof RENEWAL_KINDS)[number];

export const getRenewalKind = (proxy: Proxy): RenewalKind =>
  isDatacenter(proxy) ? 'datacenter' : getConnectionType(proxy);

export type RowState =
  | { readonly step: 'pricing' }
  /** Whole naira. */
  | { readonly step: 'priced'; readonly total: number }
  | { readonly step: 'refused'; readonly reason: string }
  | { readonly step: 'renewing'; readonly total: number }
  | { readonly step: 'renewed' }
  | { readonly step: 'failed'; readonly total: number; readonly reason: string };

/** What the next press of the button renews: what is priced, and what failed before. */
export const isPayable = (state: RowState | undefined): state is RowState & { total: number } =>
  state?.step === 'priced' || state?.step === 'failed';

export function splitRenewable(proxies: readonly Proxy[]): {
  renewable: readonly Proxy[];
  others: readonly Proxy[];
} {
  return {
    renewable: proxies.filter(({ can_renew }) => can_renew),
    others: proxies.filter(({ can_renew }) => !can_renew),
  };
}

export const whyNot = (proxy: Proxy): string => {
  if (!proxy.is_expired) return 'It is suspended.';
  return isDatacenter(proxy)
    ? 'It has expired, and its address is on sale again.'
    : 'It expired too long ago.';
};

export type Choices = Partial<Record<RenewalKind, PackageOption>>;

/** Prices that are asked for at a time. */
const LANES = 4;

const NO_PRICE = 'The price could not be loaded. Close this and try again.';
const NO_ANSWER = 'The server did not answer.';

/**
 * Prices every proxy with the package of its kind, then renews one after the other at the prices shown. A renewal whose
 * answer is lost is repeated with the same key, so that it is charged once.
 */
export function useBulkRenewal(proxies: readonly Proxy[], choices: Choices) {
  const client = useQueryClient();
  const renew = useRenewProxy({ mutation: { meta: { quiet: true } } });
  const [states, setStates] = useState<Readonly<Record<number, RowState>>>({});
  const [isBusy, setBusy] = useState(false);
  const isBusyNow = useRef(false);
  /** Groups the renewals in the list of transactions and on one invoice. */
  const [batchId] = useState(() => randomCode(32));
  const set = (id: number, state: RowState) => setStates((all) => ({ ...all, [id]: state }));

  /** @param isWanted false when another choice is priced meanwhile, whose prices replace these. */
  const price = async (proxy: Proxy, isWanted: () => boolean): Promise<void> => {
    const choice = choices[getRenewalKind(proxy)]?.choice;
    if (!choice) return;
    set(proxy.id, { step: 'pricing' });
    try {
      const { data } = await client.fetchQuery(toExtensionQuote(proxy, 'renewal', choice));
      if (isWanted()) set(proxy.id, { step: 'priced', total: data.total });
    } catch (error) {
      if (!isWanted()) return;
      set(proxy.id, {
        step: 'refused',
        reason: errorMessage(error, { fallback: NO_PRICE, thrown: NO_PRICE }),
      });
    }
  };

  const values = proxies.map((proxy) => choices[getRenewalKind(proxy)]?.value).join();
  useEffect(() => {
    let isStopped = false;
    const open = [...proxies];
    const work = async () => {
      for (let next = open.shift(); next && !isStopped; next = open.shift())
        await price(next, () => !isStopped);
    };
    void Promise.all(Array.from({ length: LANES }, work));
    return () => {
      isStopped = true;
    };
    // A choice is told by its values; the proxies of a dialog do not change.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [values]);

  const renewOne = async (proxy: Proxy, total: number): Promise<void> => {
    const choice = choices[getRenewalKind(proxy)]!.choice;
    set(proxy.id, { step: 'renewing', total });
    try {
      const { data } = await renew.mutateAsync({
        id: proxy.id,
        data: { ...choice, expected_total: total, batch_id: batchId },
      });
      set(
        proxy.id,
        data.order_status === 'delivered'
          ? { step: 'renewed' }
          : { step: 'refused', reason: ORDER_REFUNDED },
      );
    } catch (error) {
      if (error instanceof ApiError && isPriceOutdated(error)) {
        await client.invalidateQueries({ queryKey: [EXTENSION_QUOTE_QUERY] });
        const quote = await client
          .fetchQuery(toExtensionQuote(proxy, 'renewal', choice))
          .catch(() => undefined);
        const reason = 'The price has changed. You were not charged.';
        return set(proxy.id, { step: 'failed', reason, total: quote?.data.total ?? total });
      }
      set(proxy.id, {
        step: 'failed',
        total,
        reason: errorMessage(error, { fallback: NO_ANSWER, thrown: NO_ANSWER }),
      });
    }
  };

  return {
    states,
    isBusy,
    start: async (): Promise<void> => {
      if (isBusyNow.current) return;
      isBusyNow.current = true;
      setBusy(true);
      for (const proxy of proxies) {
        const state = states[proxy.id];
        if (isPayable(state)) await renewOne(proxy, state.total);
      }
      isBusyNow.current = false;
      setBusy(false);
    },
  };
}
