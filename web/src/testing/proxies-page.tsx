import userEvent from '@testing-library/user-event';
import ProxiesPage from '@/features/admin-proxies/proxies-page';
import { setUpApi, type ApiServer } from './api-server';
import { renderAt } from './render-app';
import { ok, pagination } from './samples';
import { managedProxy, signInAs } from './staff';
import { mockWideViewport } from './viewport';

export const LIST = 'GET /admin/proxies/all';
export const statistics = {
  total_proxies: 1310,
  active_proxies: 900,
  total_revenue: 4_500_000,
  total_users: 210,
  top_countries: [
    { country: 'ng', count: 500 },
    { country: 'zz', count: 250 },
  ],
  top_users: [{ user_id: 7, user_name: 'Ada Obi', user_email: 'ada@example.com', proxy_count: 60 }],
};

/** Responds with these proxies as one page of 131, or with an empty list. */
export const mockProxyList = (
  api: ApiServer,
  proxies: object[],
  figures: object = statistics,
): void =>
  api.on(LIST, ({ query }) =>
    ok({
      proxies,
      pagination: pagination(proxies.length, {
        page: Number(query.get('page') ?? 1),
        perPage: Number(query.get('per_page') ?? 10),
        total: proxies.length && 131,
      }),
      statistics: figures,
    }),
  );

/** Signs in an admin on a wide screen and serves one proxy before each test. */
export function setUpProxiesPage(): ApiServer {
  mockWideViewport();
  const api = setUpApi(() => signInAs('admin'));
  beforeEach(() => mockProxyList(api, [managedProxy()]));
  return api;
}

export const openProxies = (address = '/admin/proxies') => ({
  ...renderAt(<ProxiesPage />, address),
  person: userEvent.setup({ delay: null }),
});
