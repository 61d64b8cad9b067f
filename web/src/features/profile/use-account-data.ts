import { useMutation } from '@tanstack/react-query';
import type { ApiError } from '@/api/api-error';
import type { ExportAccountSection } from '@/api/generated/api.schemas';
import { exportAccount } from '@/api/generated/profile';
import { saveFile } from '@/lib/download';

const FAILED = 'Failed to download your data';

/** Downloads all that the shop stores about the customer, or one section as CSV. */
export function useAccountData(): {
  isBusy: boolean;
  download: (section?: ExportAccountSection) => void;
} {
  const fetching = useMutation<void, ApiError, ExportAccountSection | undefined>({
    mutationFn: async (section) =>
      section
        ? saveFile(await exportAccount({ format: 'csv', section }), `my-${section}.csv`)
        : saveFile(await exportAccount(), 'my-data.json'),
    meta: { fallback: FAILED, thrown: FAILED },
  });
  return {
    isBusy: fetching.isPending,
    download: (section) => {
      if (!fetching.isPending) fetching.mutate(section);
    },
  };
}
