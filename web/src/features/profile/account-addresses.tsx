import { useAllowedAddresses } from '@/api/use-allowed-addresses';
import { AllowedAddresses } from '@/components/access/allowed-addresses';
import { ErrorState } from '@/components/feedback/error-state';
import { LoadingRows } from '@/components/feedback/loading-rows';

/** The addresses from which none of the user's proxies needs a password. */
export function AccountAddresses() {
  const { query, list } = useAllowedAddresses();
  if (query.isLoadingError) {
    return (
      <ErrorState
        title="Failed to load your allowed addresses"
        message={query.error.message}
        requestId={query.error.requestId}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (!list) return <LoadingRows rows={2} />;
  return (
    <AllowedAddresses
      {...list}
      lead="None of your proxies asks for a password from active addresses, including proxies you buy later. With more than one proxy, your program must send the username of the one it wants."
      empty="No address is allowed for all your proxies. Add that of your server to connect from there without passwords, or allow it in the details of a single proxy."
      noProxy="You have no active proxy to send it with."
    />
  );
}
