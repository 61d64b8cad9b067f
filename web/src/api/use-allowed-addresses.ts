import type { AllowedAddressesData } from '@/api/generated/api.schemas';
import {
  useGetAllowedAddresses,
  useGetProxy,
  useListProxies,
  useReplaceAllowedAddresses,
} from '@/api/generated/proxies';
import { useIpTarget } from '@/api/use-ip-target';
import { toProxyUrl } from '@/lib/proxy-endpoint';
import { shellQuote } from '@/lib/escape';

const FALLBACK = { meta: { fallback: 'The addresses could not be saved' } };

/** Until a pending address is proved, which happens elsewhere. */
const REFRESH_MS = 5_000;

const toList = (lists: AllowedAddressesData | undefined, proxyId: number | undefined) =>
  (proxyId === undefined
    ? lists?.account
    : lists?.proxies.find(({ proxy_id: id }) => id === proxyId)?.addresses) ?? [];

const hasPending = (list: ReturnType<typeof toList>): boolean =>
  list.some(({ state }) => state === 'pending');

/** What proves an address, run there. @returns null without an active proxy; undefined while that is unknown. */
function useProofCommand(isWanted: boolean, proxyId?: number): string | null | undefined {
  const target = useIpTarget();
  const one = useGetProxy(proxyId ?? 0, {
    query: { enabled: isWanted && proxyId !== undefined, meta: { quiet: true } },
  });
  const any = useListProxies(
    { status: 'active', per_page: 1 },
    { query: { enabled: isWanted && proxyId === undefined, meta: { quiet: true } } },
  );
  const asked = proxyId === undefined ? any : one;
  if (!asked.isSuccess) return undefined;
  const proxy = proxyId === undefined ? any.data?.data.proxies[0] : one.data?.data.proxy;
  if (proxy?.status !== 'active') return null;
  const { host, port, username, password } = proxy;
  const url = toProxyUrl({ host, port, username, password, protocol: 'http' });
  return `curl -x ${shellQuote(url)} ${shellQuote(target)}`;
}

/** @param proxyId for the list of one proxy; without it that of all the user's proxies. */
export function useAllowedAddresses(proxyId?: number) {
  const query = useGetAllowedAddresses({
    query: {
      meta: { quiet: true },
      refetchInterval: ({ state }) => {
        const data = state.data?.data;
        return data?.enabled === true && hasPending(toList(data, proxyId)) && REFRESH_MS;
      },
    },
  });
  const adding = useReplaceAllowedAddresses({ mutation: FALLBACK });
  const removing = useReplaceAllowedAddresses({ mutation: FALLBACK });
  const lists = query.data?.data;
  const list = toList(lists, proxyId);
  const command = useProofCommand(hasPending(list), proxyId);
  const addresses = list.map(({ address }) => address);
  const toRequest = (next: string[]) => ({ data: { addresses: next, proxy_id: proxyId ?? null } });
  return {
    query,
    /** Of all the user's proxies. */
    account: lists?.account ?? [],
    list: lists && {
      addresses: list,
      command,
      limit: lists.limit,
      isEnabled: lists.enabled,
      currentAddress: lists.current_address,
      isSaving: adding.isPending || removing.isPending,
      addErrors: adding.error?.fieldErrors,
      onAdd: (address: string, onSuccess: () => void): void =>
        adding.mutate(toRequest([...addresses, address]), { onSuccess }),
      onRemove: (address: string, onSuccess: () => void): void =>
        removing.mutate(toRequest(addresses.filter((other) => other !== address)), { onSuccess }),
    },
  };
}
