import { screen, waitFor, within } from '@testing-library/react';
import { AlertKind } from '@/api/generated/api.schemas';
import { serveApi } from '@/testing/api-server';
import { openApp } from '@/testing/open-app';
import { ok } from '@/testing/samples';
import { person } from '@/testing/person';
import { session } from '@/api/session';
import { dashboard, signInAs } from '@/testing/staff';
import { mockWideViewport } from '@/testing/viewport';

const raise = (kind: AlertKind, over: object = {}) => ({
  ...{ id: 1, kind, severity: 'critical' as const, message: `${kind}.`, attention: null },
  ...{ transaction_id: null, network_id: null, provider_id: null, job: null },
  opened_at: '2026-11-20T07:00:00Z',
  ...over,
});

describe('The link of an alert', () => {
  mockWideViewport();
  const api = serveApi();

  beforeEach(() => {
    signInAs('admin');
    api.on('GET /user/info', () => ok({ user: session.get()?.user }));
  });

  const follow = async (alert: ReturnType<typeof raise>): Promise<void> => {
    api.on('GET /admin/dashboard/full', ok(dashboard({ alerts: [alert] })));
    openApp('/admin/dashboard');
    const list = await screen.findByRole('list', { name: 'Alerts' });
    await person.click(within(list).getByRole('link'));
  };

  it.each([
    [raise('payment_review', { attention: 'dispute' }), 'transactions/all', 'attention', 'dispute'],
    [raise('supply_down'), 'supply/exits', 'status', 'out_of_sale'],
    [raise('stock_expiring'), 'supply/stock', 'status', 'ending'],
    [raise('payout_difference'), 'clearing/items', 'show', 'unmatched'],
  ] as const)(
    'makes the screen ask for only the rows concerned: %#',
    async (alert, route, name, value) => {
      api.on(
        'GET /admin/clearing',
        ok({ accounts: [], unmatched_items: 1, payouts_without_items: 0, last_import: null }),
      );
      await follow(alert);
      await waitFor(() =>
        expect(api.calls(`GET /admin/${route}`).at(-1)?.query.get(name)).toBe(value),
      );
    },
  );

  it('opens the form of a network', async () => {
    await follow(raise('supply_down', { network_id: 3 }));
    await waitFor(() => expect(api.calls('GET /admin/supply/networks/3')).not.toEqual([]));
  });

  it.each([
    ['sub-admin', raise('supply_down', { network_id: 3 }), 'Search networks', '#3'],
    ['admin', raise('supply_budget', { provider_id: 2 }), 'Search provider accounts', '#2'],
  ] as const)(
    'makes the screen of a %s show only the row concerned',
    async (role, alert, name, value) => {
      signInAs(role);
      await follow(alert);
      expect(await screen.findByRole('searchbox', { name })).toHaveValue(value);
    },
  );
});
