import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { selectOption } from '@/testing/choices';
import { setUpApi } from '@/testing/api-server';
import { renderAt } from '@/testing/render-app';
import { errorReply, ok, pagination } from '@/testing/samples';
import { signInAs } from '@/testing/staff';
import { mockWideViewport } from '@/testing/viewport';
import type { Order, OrderDetail } from './order';
import OrderPage from './order-page';
import OrdersPage from './orders-page';

const LIST = 'GET /admin/orders';
const ORDER = 'GET /admin/orders/12';

const order = (over: Partial<Order> = {}): Order => ({
  id: 12,
  kind: 'purchase',
  type: 'mobile',
  status: 'part_refunded',
  description: 'Mobile proxy, 5 GB, Nigeria',
  amount: 6400,
  refunded: 400,
  quantity: 1,
  country: 'ng',
  reference: 'BUY-0F1E2D3C4B5A6978',
  proxy_id: null,
  created_at: '2026-11-19T10:00:00Z',
  user: { id: 7, name: 'Ada Obi', email: 'ada@example.com' },
  ...over,
});

const detail = (over: Partial<OrderDetail> = {}): OrderDetail => ({
  ...order(),
  timeline: [
    {
      ...{ at: '2026-11-19T10:00:00Z', kind: 'charged', text: 'Mobile proxy, 5 GB, Nigeria' },
      ...{ amount: 6400, actor: 'Ada Obi', url: '/admin/transactions?transaction=31' },
    },
    {
      ...{ at: '2026-11-19T10:00:00Z', kind: 'delivered', text: '1 proxy delivered' },
      ...{ amount: null, actor: null, url: null },
    },
    {
      ...{ at: '2026-11-20T10:00:00Z', kind: 'renewed', text: 'Renewal of mobile proxy #41' },
      ...{ amount: 6400, actor: 'system', url: '/admin/orders/14' },
    },
  ],
  proxies: [
    { id: 41, country: 'ng', ip: null, status: 'active', expires_at: '2026-12-19T10:00:00Z' },
  ],
  proxy_count: 3,
  transactions: [
    {
      ...{ id: 31, reference: 'BUY-0F1E2D3C4B5A6978', type: 'debit', status: 'successful' },
      ...{ description: 'Mobile proxy', amount: 6400, created_at: '2026-11-19T10:00:00Z' },
    },
  ],
  invoices: [],
  ...over,
});

describe('the orders of the back office', () => {
  const api = setUpApi(() => signInAs('admin'));

  describe('the list', () => {
    mockWideViewport();
    beforeEach(() => api.on(LIST, ok({ orders: [order()], pagination: pagination(1) })));
    const open = (address = '/admin/orders') => renderAt(<OrdersPage />, address);

    it('should link each order and its customer, and say how much was refunded', async () => {
      open();
      const row = within((await screen.findByText('₦6,400')).closest('tr')!);
      expect(row.getByRole('link', { name: '#12' })).toHaveAttribute('href', '/admin/orders/12');
      expect(row.getByRole('link', { name: 'Ada Obi' })).toHaveAttribute(
        'href',
        '/admin/userprofile?id=7',
      );
      for (const text of ['₦400 refunded', 'Purchase', 'Mobile proxy, 5 GB, Nigeria'])
        expect(row.getByText(text)).toBeVisible();
    });

    it('should keep filters and days in the URL, and send them', async () => {
      const { router } = open(
        '/admin/orders?period=custom&from=2026-11-01&to=2026-11-30&amount_min=5000&sort=-amount&page=2',
      );
      await screen.findByText('#12');
      await selectOption('Kind', 'Added traffic');
      await selectOption('Status', 'Partly refunded');
      await waitFor(() =>
        expect(Object.fromEntries(api.calls(LIST).at(-1)?.query ?? [])).toEqual({
          ...{ page: '1', per_page: '10', kind: 'traffic', status: 'part_refunded' },
          ...{ from: '2026-11-01', to: '2026-11-30', amount_min: '5000', sort: '-amount' },
        }),
      );
      api.on('POST /admin/orders/export', { body: 'ID' });
      await userEvent.click(screen.getByRole('button', { name: 'Export' }));
      await userEvent.click(await screen.findByText('CSV'));
      await waitFor(() =>
        expect(api.calls('POST /admin/orders/export').at(-1)?.body).toMatchObject({
          ...{ format: 'csv', kind: 'traffic', amount_min: 5000, sort: '-amount' },
        }),
      );
      await userEvent.click(
        screen.getByRole('button', { name: 'Remove filter Amount From ₦5,000' }),
      );
      expect(router.state.location.search).not.toContain('amount_min=');
    });

    it('should say when there is none, when none matches, and offer to try again', async () => {
      api.on(LIST, ok({ orders: [], pagination: pagination(0) }));
      const { unmount } = open();
      expect(await screen.findByText('No orders yet')).toBeVisible();
      unmount();
      open('/admin/orders?kind=trial');
      await screen.findByText('No orders found matching your search criteria.');
      api.on(LIST, errorReply(500));
      await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
      expect(await screen.findByRole('button', { name: 'Try Again' })).toBeVisible();
    });
  });

  describe('the page of one', () => {
    beforeEach(() => api.on(ORDER, ok({ order: detail() })));
    const open = (address = '/admin/orders/12') =>
      renderAt(
        <Routes>
          <Route path="/admin/orders/:id" element={<OrderPage />} />
        </Routes>,
        address,
      );

    it('should tell what happened, with links to what it came of', async () => {
      open();
      await screen.findByRole('heading', { level: 1, name: 'Order #12' });
      const timeline = within(await screen.findByRole('region', { name: 'Timeline' }));
      expect(timeline.getByRole('link', { name: 'Charged' })).toHaveAttribute(
        'href',
        '/admin/transactions?transaction=31',
      );
      expect(timeline.getByText('1 proxy delivered')).toBeVisible();
      expect(timeline.getByRole('link', { name: 'Renewed' })).toHaveAttribute(
        'href',
        '/admin/orders/14',
      );
      expect(timeline.getByText(/Automatic/)).toBeVisible();
      const proxies = within(screen.getByRole('region', { name: 'Proxies' }));
      expect(proxies.getByRole('link', { name: '#41' })).toHaveAttribute(
        'href',
        '/admin/proxies/41',
      );
      expect(proxies.getByText('and 2 more')).toBeVisible();
      expect(screen.getByRole('link', { name: 'Ada Obi' })).toBeVisible();
      expect(screen.getByText('₦6,000')).toBeVisible();
    });

    it('should refund it in a dialog', async () => {
      api.on(
        'GET /admin/orders/12/refund-quote',
        ok({
          ...{ order_id: 12, paid: 6400, refunded: 400, left: 6000, unused: 0, basis: 'traffic' },
          ...{ proxies: 1, is_renewal: false, renewals: [] },
        }),
      );
      open();
      await userEvent.click(await screen.findByRole('button', { name: 'Refund' }));
      expect(await screen.findByText('Order #12 of Ada Obi (ada@example.com)')).toBeVisible();
    });

    it('should offer no refund of what has none, or to staff without the permission', async () => {
      api.on(ORDER, ok({ order: detail({ status: 'refunded', refunded: 6400 }) }));
      const { unmount } = open();
      await screen.findByText('1 proxy delivered');
      expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull();
      unmount();
      api.on(ORDER, ok({ order: detail() }));
      signInAs('sub-admin');
      open();
      await screen.findByText('1 proxy delivered');
      expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull();
    });

    it('should say when there is no such order', async () => {
      api.on(ORDER, errorReply(404, { message: 'We couldn’t find that order.' }));
      open();
      expect(await screen.findByText('We couldn’t find that order.')).toBeVisible();
    });
  });
});
