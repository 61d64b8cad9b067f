import {
  useGetAllowedAddresses,
  useGetProxy,
  useListProxies,
  useReplaceAllowedAddresses,
} from '@/api/generated/hooks/proxies/proxies';
import { useIpTarget } from '@/api/use-ip-target';
import { toProxyUrl } from '@/lib/proxy-endpoint';
import { shellQuote } from '@/lib/quote';

const FALLBACK = { meta: { fallback: 'The addresses could not be saved' } };

/** Until a pending address is proved, which happens elsewhere. */
const REFRESH_MS = 5_000;

interface Listed {
  state: string;
}

const isPending = ({ state }: Listed): boolean => state === 'pending';

/** What proves an address, run there. @returns null without a proxy; undefined while that is unknown. */
function useProofCommand(isWanted: boolean, proxyId?: number): string | null | undefined {
  const target = useIpTarget();
  const one = useGetProxy(proxyId ?? 0, {
    query: { enabled: isWanted && proxyId !== undefined, meta: { quiet: true } },
  });
  const any = useListProxies(
    { status: 'active', per_page: 1 },
    { query: { enabled: isWanted && proxyId === undefined, meta: { quiet: true } } },
  );
  const proxy = proxyId === undefined ? any.data?.data.proxies[0] : one.data?.data.proxy;
  if (!proxy) return any.isSuccess || one.isError || any.isError ? null : undefined;
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
        const lists = data ? [data.account, ...data.proxies.map((each) => each.addresses)] : [];
        return lists.flat().some(isPending) && REFRESH_MS;
      },
    },
  });
  const adding = useReplaceAllowedAddresses({ mutation: FALLBACK });
  const removing = useReplaceAllowedAddresses({ mutation: FALLBACK });
  const lists = query.data?.data;
  const ofProxy = lists?.proxies.find(({ proxy_id: id }) => id === proxyId)?.addresses ?? [];
  const list = (proxyId === undefined ? lists?.account : ofProxy) ?? [];
  const command = useProofCommand(list.some(isPending), proxyId);
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
