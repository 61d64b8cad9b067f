import { useChooseUsageTargets } from '@/api/generated/proxies';

/** The switch, shown as the customer has set it while it is saved. @param saved undefined while it is not known. */
export function useChooseTargets(saved: boolean | undefined) {
  const { mutate, isPending, variables } = useChooseUsageTargets({
    mutation: { meta: { fallback: 'The setting could not be saved' } },
  });
  return {
    isEnabled: isPending ? variables.data.enabled : (saved ?? false),
    choose: (enabled: boolean): void => mutate({ data: { enabled } }),
  };
}
