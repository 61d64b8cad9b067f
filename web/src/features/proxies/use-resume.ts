import { useResumeProxy } from '@/api/generated/proxies';
import { notify } from '@/components/feedback/notify';

/** Puts a proxy that its owner suspended back into service. */
export function useResume() {
  const { mutate, isPending } = useResumeProxy({
    mutation: {
      meta: { fallback: 'The proxy could not be resumed' },
      onSuccess: ({ message, data }) =>
        data.proxy.status === 'active'
          ? notify.success(`Proxy #${data.proxy.id} is active again.`)
          : notify.info(message ?? 'It is still suspended by the shop.'),
    },
  });
  return { resume: (id: number) => mutate({ id }), isResuming: isPending };
}
