import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useOrderRefund } from '@/api/use-order-refund';
import { setUpApi } from '@/testing/api-server';
import { visibleMessages } from '@/testing/messages';
import { renderAt } from '@/testing/render-app';
import { ok } from '@/testing/samples';
import { signInAs } from '@/testing/staff';
import { RefundOrder } from './refund-order';

const PART = 'POST /admin/orders/12/partial-refund';
const QUOTE = {
  order_id: 12,
  paid: 6400,
  refunded: 400,
  left: 6000,
  unused: 3200,
  basis: 'time',
  proxies: 12,
  is_renewal: false,
  renewals: [],
};

describe('Refund of an order', () => {
  const api = setUpApi(() => signInAs('admin'));
  beforeEach(() => {
    api.on('GET /admin/orders/12/refund-quote', ok(QUOTE));
    api.on(PART, ({ body }) =>
      (body as { amount?: number }).amount
        ? { status: 202, body: { message: 'Proposed.', data: { proposal: {} } } }
        : { body: { message: 'The order was refunded.', data: { refunded: 3200 } } },
    );
  });

  const open = async () => {
    const onEnd = jest.fn();
    const props = { id: 12, about: 'Order #12', useRefund: useOrderRefund, onEnd };
    renderAt(<RefundOrder {...props} />, '/admin/transactions');
    const person = userEvent.setup({ delay: null });
    await person.type(await screen.findByLabelText('Reason'), 'Did not work');
    const confirm = () => person.click(screen.getByRole('button', { name: 'Refund order' }));
    return { person, confirm, onEnd };
  };

  it('offers the unused part first and refunds it as it was shown', async () => {
    const { confirm, onEnd } = await open();
    expect(
      screen.getByText(
        '₦6,400 was paid, ₦400 of it was refunded. The refund goes into the wallet.',
      ),
    ).toBeInTheDocument();
    expect(screen.getByLabelText('The time that is not used, ₦3,200')).toBeChecked();
    expect(screen.getByText(/stop working immediately/)).toBeInTheDocument();
    await confirm();
    await waitFor(() => expect(onEnd).toHaveBeenCalled());
    await waitFor(() =>
      expect(visibleMessages()).toContain(
        'The order was refunded.\n₦3,200 was returned to the wallet.',
      ),
    );
    expect(api.calls(PART).map(({ body }) => body)).toEqual([
      { reason: 'Did not work', expected_amount: 3200 },
    ]);
  });

  it('leads to the renewals that have to be refunded first, and offers a part only', async () => {
    const renewals = [{ order_id: 14, transaction_id: 31, paid: 4960 }];
    api.on('GET /admin/orders/12/refund-quote', ok({ ...QUOTE, unused: 0, proxies: 0, renewals }));
    const { person, confirm } = await open();
    expect(screen.getByRole('link', { name: 'Order #14, ₦4,960' })).toHaveAttribute(
      'href',
      '/admin/orders/14',
    );
    expect(screen.getByLabelText('All that is left, ₦6,000')).toBeDisabled();
    expect(screen.getByLabelText('Another amount')).toBeChecked();
    expect(screen.queryByText(/what it gave is taken back/)).not.toBeInTheDocument();
    await person.type(screen.getByLabelText('Amount (₦)'), '6000');
    await confirm();
    expect(await screen.findByText('Enter whole naira, from ₦1 to ₦5,999')).toBeInTheDocument();
    expect(api.calls(PART)).toEqual([]);
  });

  it('tells of a renewal that only what it gave is taken back', async () => {
    api.on('GET /admin/orders/12/refund-quote', ok({ ...QUOTE, proxies: 0, is_renewal: true }));
    await open();
    expect(screen.getByText(/what it gave is taken back/)).toBeInTheDocument();
  });

  it('refunds another amount, and tells when it waits for approval', async () => {
    const { person, confirm, onEnd } = await open();
    await person.click(screen.getByLabelText('Another amount'));
    await waitFor(() =>
      expect(screen.queryByText(/stop working immediately/)).not.toBeInTheDocument(),
    );
    await person.type(screen.getByLabelText('Amount (₦)'), '6001');
    await confirm();
    expect(await screen.findByText('Enter whole naira, from ₦1 to ₦6,000')).toBeInTheDocument();
    await person.clear(screen.getByLabelText('Amount (₦)'));
    await person.type(screen.getByLabelText('Amount (₦)'), '1500');
    await confirm();
    await waitFor(() => expect(onEnd).toHaveBeenCalled());
    await waitFor(() => expect(visibleMessages()).toContain('Proposed.'));
    expect(api.calls(PART).map(({ body }) => body)).toEqual([
      { reason: 'Did not work', amount: 1500 },
    ]);
  });
});
