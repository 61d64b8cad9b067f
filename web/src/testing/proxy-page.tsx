import { screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { serveApi, type Received } from '@/testing/api-server';
import { person } from '@/testing/person';
import { renderAt } from '@/testing/render-app';
import { ok, proxy } from '@/testing/samples';
import ProxyPage from '@/features/proxies/page/proxy-page';

export const PROXY = 'GET /user/proxies/4';
export const ENDPOINTS = 'GET /user/proxies/4/endpoints';
export const TOKEN = 'GET /user/proxies/4/list-token';
export const CONNECTIONS = 'GET /user/proxies/4/connections';

export const answerEndpoints = ({ query }: Received) =>
  ok({
    endpoints: Array.from({ length: Number(query.get('count') ?? 1) }, (_, index) => ({
      host: 'gw.example',
      port: 3128,
      protocol: 'http',
      username: `np12345-session-s${index + 1}`,
      password: 'secret-word',
      url: `http://np12345-session-s${index + 1}:secret-word@gw.example:3128`,
    })),
  });

/** Answers what the page of proxy 4 loads, and opens it. */
export function serveProxyPage() {
  const api = serveApi({
    [PROXY]: ok({ proxy: proxy() }),
    [CONNECTIONS]: ok({ connections: [], total: 0, complete: true, show_targets: false }),
    'GET /user/proxies/4/sub-users': ok({ sub_users: [], limit: 50 }),
    'GET /user/allowed-addresses': ok({
      enabled: true,
      limit: 20,
      current_address: null,
      account: [],
      proxies: [],
    }),
    'GET /user/proxies/4/usage': ok([]),
    'GET /user/usage': ok({ projected_end_at: '2026-11-28T10:00:00Z' }),
    'GET /pool/countries': ok([]),
  });

  beforeEach(() => api.on(ENDPOINTS, answerEndpoints));

  const open = (id = '4') =>
    renderAt(
      <Routes>
        <Route path="/proxyhistory/:id" element={<ProxyPage />} />
      </Routes>,
      `/proxyhistory/${id}`,
    );
  const panel = async (name: string) => within(await screen.findByRole('region', { name }));
  const openTab = async (name: string) => person.click(await screen.findByRole('tab', { name }));
  /** One of the ways to connect. */
  const openView = async (name: string, title: string) => {
    await person.click(await screen.findByRole('radio', { name }));
    return panel(title);
  };
  return { api, open, panel, openTab, openView };
}
