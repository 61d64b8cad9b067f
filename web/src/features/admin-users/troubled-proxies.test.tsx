import { screen, within } from '@testing-library/react';
import { setUpApi } from '@/testing/api-server';
import { renderAt } from '@/testing/render-app';
import { ok } from '@/testing/samples';
import { signInAs } from '@/testing/staff';
import { TroubledProxies } from './user-overview';

describe('the failures on the page of a customer', () => {
  const api = setUpApi(() => signInAs('admin'));
  const CALL = 'GET /admin/users/7/troubled-proxies';

  it('leads to each proxy that fails', async () => {
    const proxy = {
      id: 41,
      type: 'mobile',
      location: 'ng',
      failures: 9,
      last_at: '2026-11-29T01:00:00Z',
    };
    api.on(CALL, ok({ total: 1, proxies: [{ ...proxy, title: 'Traffic used up' }] }));
    renderAt(<TroubledProxies userId={7} />, '/admin/userprofile?id=7');
    const note = await screen.findByRole('note');
    expect(note).toHaveTextContent('1 proxy with failures in the last hour');
    expect(note).toHaveTextContent('Proxy #41, Mobile, Nigeria: Traffic used up, 9 requests');
    expect(within(note).getByRole('link')).toHaveAttribute('href', '/admin/proxies/41');
  });
});
