import {
  useGetAllowedAddresses,
  useReplaceAllowedAddresses,
} from '@/api/generated/hooks/proxies/proxies';

const FALLBACK = { meta: { fallback: 'The addresses could not be saved' } };

/** @param proxyId for the list of one proxy; without it that of all the user's proxies. */
export function useAllowedAddresses(proxyId?: number) {
  const query = useGetAllowedAddresses({ query: { meta: { quiet: true } } });
  const adding = useReplaceAllowedAddresses({ mutation: FALLBACK });
  const removing = useReplaceAllowedAddresses({ mutation: FALLBACK });
  const lists = query.data?.data;
  const ofProxy = lists?.proxies.find(({ proxy_id: id }) => id === proxyId)?.addresses ?? [];
  const list = (proxyId === undefined ? lists?.account : ofProxy) ?? [];
  const addresses = list.map(({ address }) => address);
  const toRequest = (next: string[]) => ({ data: { addresses: next, proxy_id: proxyId ?? null } });
  return {
    query,
    /** Of all the user's proxies. */
    account: lists?.account ?? [],
    list: lists && {
      addresses: list,
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
