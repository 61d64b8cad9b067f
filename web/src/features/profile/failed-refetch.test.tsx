import { act, screen, waitFor } from '@testing-library/react';
import { person } from '@/testing/person';
import type { ReactElement } from 'react';
import { session } from '@/api/session';
import { serveApi, type Reply } from '@/testing/api-server';
import { renderAt } from '@/testing/render-app';
import { ada, errorReply, ok, pagination, transaction } from '@/testing/samples';
import { AccountAddresses } from './security-tab';
import ApiKeys from './api-keys';
import Billing from './billing';
import { Notifications } from './notifications';
import Team from './team/team';
import TwoFactor from './two-factor';
import Webhooks from './webhooks';

const preferences = {
  ...{ low_balance: true, low_balance_threshold: 1000, expiry: true, traffic: true },
  ...{ security: true, weekly_summary: false, purchases: true, top_ups: true },
};

interface Screen {
  name: string;
  element: ReactElement;
  /** Query that fails when it is repeated. */
  route: string;
  reply: Reply;
  /** Button that opens the form; null where it is always open. */
  opener: string | null;
  /** Label of a field of the form. */
  field: string;
}

const SCREENS: Screen[] = [
  {
    ...{ name: 'API keys', element: <ApiKeys />, opener: 'Create API key', field: 'Name' },
    ...{ route: '/user/api-keys', reply: ok([]) },
  },
  {
    ...{ name: 'webhooks', element: <Webhooks />, opener: 'Add webhook', field: 'URL' },
    ...{ route: '/user/webhooks', reply: ok([]) },
  },
  {
    ...{ name: 'the team', element: <Team />, opener: 'Invite a member' },
    ...{ field: 'Email address', route: '/user/team', reply: ok({ members: [], invitations: [] }) },
  },
  {
    ...{ name: 'two-factor authentication', element: <TwoFactor />, opener: null },
    ...{ field: 'Your password', route: '/user/second-factor' },
    reply: ok({ enabled: false, enabled_at: null, recovery_codes_left: 0 }),
  },
  {
    ...{ name: 'notifications', element: <Notifications email="ada@example.com" />, opener: null },
    ...{ field: 'Notify me below (₦)', route: '/profile/notifications', reply: ok(preferences) },
  },
  {
    ...{ name: 'allowed addresses', element: <AccountAddresses />, opener: null },
    ...{ field: 'IP address', route: '/user/allowed-addresses' },
    reply: ok({ enabled: true, limit: 20, current_address: null, account: [], proxies: [] }),
  },
  {
    ...{ name: 'billing details', element: <Billing />, opener: 'Add billing details' },
    ...{ field: 'Address', route: '/user/billing-details', reply: ok({ billing_details: null }) },
  },
];

describe('a refetch that fails', () => {
  const api = serveApi({
    'GET /user/info': ok({ user: ada }),
    'GET /payments/transactions': ok({ transactions: [transaction()], pagination: pagination(1) }),
    'GET /user/invoices': ok({ invoices: [], pagination: pagination(0) }),
  });

  beforeEach(() => session.start({ token: 't', user: ada }));

  it.each(SCREENS)(
    'should keep what is typed in the form of $name',
    async ({ element, route, reply, opener, field }) => {
      api.on(`GET ${route}`, reply);
      const { client } = renderAt(element);
      if (opener) await person.click(await screen.findByRole('button', { name: opener }));
      const input = await screen.findByLabelText(field);
      await person.clear(input);
      await person.type(input, '25');
      const before = api.calls(`GET ${route}`).length;
      api.on(`GET ${route}`, errorReply(403));
      await act(() => client.refetchQueries());
      await waitFor(() => expect(api.calls(`GET ${route}`).length).toBeGreaterThan(before));
      expect(screen.getByLabelText(field)).toBe(input);
      expect(input).toHaveValue('25');
    },
  );

  it('should keep a new API key in sight, which is shown only once', async () => {
    api.on('GET /user/api-keys', ok([]));
    api.on('POST /user/api-keys', () => {
      api.on('GET /user/api-keys', errorReply(403));
      return { status: 201, ...ok({ id: 7, name: 'Bot', key: 'np_live_once' }) };
    });
    const { client } = renderAt(<ApiKeys />);
    await person.click(await screen.findByRole('button', { name: 'Create API key' }));
    await person.type(await screen.findByLabelText('Name'), 'Bot');
    await person.click(screen.getByRole('button', { name: 'Create key' }));
    const queries = client.getQueryCache();
    await waitFor(() => expect(queries.getAll()[0]?.state.status).toBe('error'));
    // Queries notify their screens in a timer.
    await act(() => new Promise((done) => setTimeout(done)));
    expect(await screen.findByLabelText('Key Bot')).toHaveValue('np_live_once');
  });

  it('should keep new recovery codes in sight, which are shown only once', async () => {
    const STATUS = 'GET /user/second-factor';
    api.on(STATUS, ok({ enabled: true, enabled_at: null, recovery_codes_left: 3 }));
    api.on('POST /user/second-factor/recovery-codes', () => {
      api.on(STATUS, errorReply(403));
      return ok({ recovery_codes: ['aaaa-bbbb-cccc-dddd'] });
    });
    renderAt(<TwoFactor />);
    await person.click(await screen.findByRole('button', { name: 'Make New Recovery Codes' }));
    await person.click(await screen.findByRole('button', { name: 'Make New Codes' }));
    expect(await screen.findByText('aaaa-bbbb-cccc-dddd')).toBeVisible();
  });
});
