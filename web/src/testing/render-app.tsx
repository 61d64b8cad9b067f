import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { ConfigProvider } from 'antd';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider, type InitialEntry } from 'react-router-dom';
import { createQueryClient } from '@/api/query-client';
import MessageHost from '@/components/feedback/message-host';
import { AnsweredCallsHost } from '@/app/layouts/answered-calls';
import { ReauthenticationHost } from '@/app/layouts/app-providers';
import { AntdProvider } from '@/theme/antd-provider';

/** Skips generated styles: queries by role compute styles, which takes jsdom seconds with them. */
const WITHOUT_STYLES = { zeroRuntime: true };

/** Renders a screen with the app's providers at the given location. */
export function renderAt(element: ReactNode, address: InitialEntry = '/') {
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [address] });
  const client = createQueryClient();
  const view = render(
    <QueryClientProvider client={client}>
      <AntdProvider>
        <ConfigProvider theme={WITHOUT_STYLES}>
          <RouterProvider router={router} />
          <ReauthenticationHost />
          <AnsweredCallsHost />
          <MessageHost />
        </ConfigProvider>
      </AntdProvider>
    </QueryClientProvider>,
  );
  return { ...view, router, client };
}
