import { useNavigate } from 'react-router-dom';
import { paths } from '@/lib/paths';
import { useClaimTrial, useGetTrial } from './generated/proxies';
import { useSiteConfig } from './site-config';
import { useCurrentUser } from './use-current-user';

/**
 * The free trial of a customer who has bought nothing yet, in megabytes; 0 for others. Wait while it loads, since what stands
 * below the offer would move.
 */
export function useTrialOffer() {
  const navigate = useNavigate();
  const user = useCurrentUser();
  const isOffered = (useSiteConfig()?.trial_megabytes ?? 0) > 0;
  const { data, isLoading } = useGetTrial({
    query: {
      enabled: isOffered && user?.role === 'user' && !user.team,
      retry: false,
      meta: { quiet: true },
    },
  });
  const { mutate, isPending, isSuccess } = useClaimTrial({
    mutation: { meta: { fallback: 'The free trial could not be started' } },
  });
  return {
    megabytes: data?.data.available && !data.data.has_bought ? data.data.megabytes : 0,
    isLoading,
    isBusy: isPending || isSuccess,
    /** Opens the history, as after a purchase. @param onDone takes the message for the customer. */
    claim: (onDone: (message: string) => void): void =>
      mutate(
        { data: {} },
        {
          onSuccess: ({ message, data: { proxies } }) => {
            onDone(message);
            void navigate(paths.proxyHistory, {
              state: { purchasedIds: proxies.map(({ id }) => id) },
            });
          },
        },
      ),
  };
}
