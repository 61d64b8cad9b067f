import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createQueryClient } from '@/api/query-client';
import { session } from '@/api/session';
import { AntdProvider } from '@/theme/antd-provider';
import type { Area } from '@/theme/tokens';

const queryClient = createQueryClient();

// Nothing of one person's session may be left for the next.
session.onEnd(() => {
  void queryClient.cancelQueries();
  queryClient.clear();
});

/** What every screen behind the landing page stands on. */
export function AppProviders({ area, children }: { area?: Area; children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <AntdProvider area={area}>{children}</AntdProvider>
    </QueryClientProvider>
  );
}
