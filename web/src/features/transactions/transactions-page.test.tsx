import { screen, waitFor, within } from '@testing-library/react';
import { person } from '@/testing/person';
import { pendingPayment } from '@/api/pending-payment';
import { session } from '@/api/session';
import { serveApi, type Received } from '@/testing/api-server';
import { recordDownloads } from '@/testing/downloads';
import { selectOption, listOptions } from '@/testing/choices';
import { renderAt } from '@/testing/render-app';
import { ada, ok, pagination, errorReply, transaction } from '@/testing/samples';
import { mockWideViewport } from '@/testing/viewport';
import { openedMessages } from '@/testing/messages';
import TransactionsPage from './transactions-page';

const LIST = 'GET /payments/transactions';
const STATS = 'GET /payments/stats';
const VERIFY = 'GET /payments/verify';

const pending = (id: number) =>
  transaction({ id, reference: `TOPUP_PENDING_${id}`, status: 'pending', has_receipt: false });
const verified = (status: string) => ok({ status, transaction: { status, amount: 5000 } });

describe('TransactionsPage', () => {
  const api = serveApi({
    [STATS]: ok({
      this_month_spending: 5600,
      total_top_ups: 30_000,
      success_rate: 87.5,
      finished_transactions: 8,
      average_monthly_spending: 1,
      symbol: '₦',
    }),
  });
  const saved = recordDownloads();
  mockWideViewport();

  beforeEach(() => shows([transaction()]));

  /** Serves a list; `waiting` are the pending transactions of all pages. */
  function shows(
    rows: ReturnType<typeof transaction>[],
    { total = rows.length, waiting = [] as ReturnType<typeof transaction>[] } = {},
  ) {
    api.on(LIST, ({ query }: Received) => {
      if (query.get('per_page') === '100')
        return ok({ transactions: waiting, pagination: pagination(waiting.length) });
      const page = Number(query.get('page'));
      return ok({ transactions: rows, pagination: pagination(rows.length, { page, total }) });
    });
  }
  const open = (address = '/transactions') => renderAt(<TransactionsPage />, address).router;
  const row = async () => within((await screen.findAllByRole('row'))[1] as HTMLElement);
  const pages = () => api.calls(LIST).filter(({ query }) => query.get('per_page') === '6');

  it('should show three cards with figures of the month', async () => {
    open();
    expect(await screen.findByText('87.5%')).toBeInTheDocument();
    for (const [label, figure] of [
      ['Total Spent', '₦5,600'],
      ['Total Credits', '₦30,000'],
      ['Success Rate', '87.5%'],
    ] as const)
      expect(screen.getByText(label).parentElement).toHaveTextContent(figure);
  });

  it('should show no success rate before a transaction has ended', async () => {
    api.on(STATS, ok({ this_month_spending: 0, success_rate: 0, finished_transactions: 0 }));
    open();
    const card = (await screen.findByText('Success Rate')).parentElement;
    await waitFor(() => expect(card).toHaveTextContent('–'));
  });

  it('should show seven columns and request six rows per page', async () => {
    open();
    const cells = (await row()).getAllByRole('cell').map((cell) => cell.textContent);
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'Transaction',
      'Type',
      'Amount',
      'Status',
      'Method',
      'Date',
      'Actions',
    ]);
    expect(cells.slice(0, 6)).toEqual([
      'Wallet top-upTOPUP_17...D34E ID: 31',
      'Credit',
      '+₦5,000 credit',
      'Successful',
      'Card',
      '20 Nov 2026, 00:30',
    ]);
    expect(pages()[0]?.query.get('page')).toBe('1');
  });

  it('should show a debit with its sign, completed as successful, and N/A without a payment method', async () => {
    shows([
      transaction({
        type: 'debit',
        amount: 5600,
        payment_method: null,
        status: 'completed' as never,
      }),
    ]);
    open();
    const line = await row();
    expect(line.getByText(/-₦5,600/)).toBeInTheDocument();
    expect(line.getByText('N/A')).toBeInTheDocument();
    expect(line.getByText('Successful')).toBeInTheDocument();
  });

  it('should say what was refunded, with a link to it, and not in green', async () => {
    const reversals = [
      { id: 32, reference: 'REFUND-OWN-1', amount: 22_400, kind: 'refund' as const },
      { id: 33, reference: 'REFUND-OWN-2', amount: 400, kind: 'refund' as const },
    ];
    shows([transaction({ type: 'debit', amount: 44_800, reversals })]);
    open();
    const refunded = (await row()).getByRole('link', { name: '₦22,400 refunded' });
    expect(refunded).toHaveAttribute('href', '/transactions?search=REFUND-OWN-1');
    expect((await row()).getByRole('link', { name: '₦400 refunded' })).toBeVisible();
    expect((await row()).getByText('Successful').closest('.badge')).not.toHaveClass('good');
  });

  it('should name a payment method in words', async () => {
    shows([transaction({ payment_method: 'bank_transfer' })]);
    open();
    expect((await row()).getByText('Bank transfer')).toBeInTheDocument();
  });

  it.each([
    ['pending', '₦5,000 credit', false],
    ['failed', '₦5,000 credit', true],
    ['cancelled', '₦5,000 credit', true],
    ['successful', '+₦5,000 credit', false],
  ] as const)(
    'should show sign and colour of a credit only once it is credited: %s',
    async (status, text, isExplained) => {
      shows([transaction({ status, has_receipt: false })]);
      open();
      const line = await row();
      const amount = line.getAllByRole('cell')[2];
      expect(amount).toHaveTextContent(new RegExp(`^${text.replace('+', '\\+')}$`));
      expect(amount?.querySelector('.credit') !== null).toBe(status === 'successful');
      expect(line.queryByText('Nothing was added to your wallet.') !== null).toBe(isExplained);
    },
  );

  describe('a pending top-up', () => {
    const CHECKOUT = 'GET /payments/TOPUP_PENDING_1/checkout';
    const CANCEL = 'POST /payments/TOPUP_PENDING_1/cancel';
    const checkout = (checkout_url: string | null) =>
      ok({ reference: 'TOPUP_PENDING_1', status: 'pending', checkout_url, can_cancel: true });
    beforeEach(() => {
      session.start({ token: 't', user: ada });
      shows([{ ...pending(1), can_verify: true }]);
    });
    afterEach(() => {
      pendingPayment.clear();
      window.location.hash = '';
    });

    it('should lead back to its checkout page', async () => {
      api.on(CHECKOUT, checkout(`${window.location.href}#checkout`));
      open();
      await person.click(await screen.findByRole('button', { name: /^Continue payment/ }));
      await waitFor(() => expect(window.location.hash).toBe('#checkout'));
      expect(pendingPayment.get()).toBe('TOPUP_PENDING_1');
    });

    it('should say that its checkout page is closed', async () => {
      api.on(CHECKOUT, checkout(null));
      open();
      await person.click(await screen.findByRole('button', { name: /^Continue payment/ }));
      await waitFor(() =>
        expect(openedMessages()).toEqual([
          'This checkout page is closed. Verify the payment, or start a new top-up.',
        ]),
      );
      expect(window.location.hash).toBe('');
    });

    it('should be cancelled and reload the list', async () => {
      pendingPayment.set('TOPUP_PENDING_1');
      api.on(
        CANCEL,
        ok({ reference: 'TOPUP_PENDING_1', status: 'cancelled' }, 'Payment cancelled.'),
      );
      open();
      await person.click(await screen.findByRole('button', { name: /^Cancel payment/ }));
      await waitFor(() => expect(openedMessages()).toEqual(['Payment cancelled.']));
      await waitFor(() => expect(pages().length).toBeGreaterThan(1));
      expect(pendingPayment.get()).toBeNull();
    });
  });

  it('should lead to support only while a top-up is under review', async () => {
    const review = { received: 6000 };
    const held = { ...pending(1), amount: 10_000, review };
    shows([held], { waiting: [held] });
    open();
    const line = await row();
    expect(line.getByText(/^Under review: we received ₦6,000 of ₦10,000/)).toBeVisible();
    expect(line.getByRole('link', { name: 'Contact support' })).toHaveAttribute(
      'href',
      '/support?reference=TOPUP_PENDING_1',
    );
    expect(line.queryByRole('button')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Verify All Pending' })).toBeNull();
  });

  it('should offer Verify for pending credits only', async () => {
    shows([
      pending(1),
      transaction({ id: 2, type: 'debit', status: 'pending', has_receipt: false }),
      transaction({ id: 3, status: 'failed', has_receipt: false }),
    ]);
    open();
    await screen.findByText(/ID: 3$/);
    expect(screen.getAllByRole('button', { name: 'Verify' })).toHaveLength(1);
    const [, first] = screen.getAllByRole('row');
    expect(within(first as HTMLElement).getByRole('button', { name: 'Verify' })).toBeEnabled();
  });

  it.each([
    ['successful', 'Payment verified successfully!'],
    ['pending', 'Payment is still being processed. Please wait...'],
    ['failed', 'Payment failed. Please try again or contact support.'],
    ['reversed', 'Payment status: reversed'],
  ])(
    'should show the result of a verified payment that is %s and reload the list',
    async (status, words) => {
      shows([pending(1)]);
      api.on(VERIFY, verified(status));
      open();
      await person.click(await screen.findByRole('button', { name: 'Verify' }));
      await waitFor(() => expect(openedMessages()).toEqual([words]));
      expect(api.calls(VERIFY)[0]?.query.get('reference')).toBe('TOPUP_PENDING_1');
      await waitFor(() => expect(pages().length).toBeGreaterThan(1));
    },
  );

  it('should download one receipt while another is downloading', async () => {
    shows([
      transaction({ id: 31, reference: 'TOPUP_A' }),
      transaction({ id: 32, reference: 'BUY_B' }),
    ]);
    const held: (() => void)[] = [];
    for (const id of [31, 32])
      api.on(`GET /payments/transactions/${id}/receipt`, async () => {
        await new Promise<void>((go) => held.push(go));
        return { headers: { 'Content-Disposition': 'attachment' }, body: `PDF ${id}` };
      });
    open();
    for (const reference of ['TOPUP_A', 'BUY_B'])
      await person.click(await screen.findByRole('button', { name: `Receipt for ${reference}` }));
    await waitFor(() => expect(held).toHaveLength(2));
    held.reverse().forEach((go) => go());
    await waitFor(() =>
      expect(saved.map(({ name }) => name).sort()).toEqual([
        'receipt-BUY_B.pdf',
        'receipt-TOPUP_A.pdf',
      ]),
    );
    expect(await screen.findByRole('button', { name: 'Receipt for BUY_B' })).toBeEnabled();
  });

  it('should require a reference for verification', async () => {
    shows([{ ...pending(1), reference: '' }]);
    open();
    await person.click(await screen.findByRole('button', { name: 'Verify' }));
    await waitFor(() => expect(openedMessages()).toEqual(['No payment reference found']));
    expect(api.calls(VERIFY)).toEqual([]);
  });

  it('should verify the pending credits of all pages', async () => {
    shows([transaction()], { waiting: [pending(8), pending(9)] });
    api.on(VERIFY, verified('successful'));
    open();
    await person.click(await screen.findByRole('button', { name: 'Verify All Pending' }));
    await waitFor(() =>
      expect(api.calls(VERIFY).map(({ query }) => query.get('reference'))).toEqual([
        'TOPUP_PENDING_8',
        'TOPUP_PENDING_9',
      ]),
    );
  });

  it('should verify no further payments after sign-out', async () => {
    session.start({ token: 't', user: ada });
    shows([transaction()], { waiting: [pending(8), pending(9)] });
    api.on(VERIFY, () => {
      session.logout();
      return verified('successful');
    });
    open();
    const button = await screen.findByRole('button', { name: 'Verify All Pending' });
    await person.click(button);
    await waitFor(() => expect(session.get()).toBeNull());
    await waitFor(() => expect(button).toBeEnabled());
    expect(api.calls(VERIFY)).toHaveLength(1);
    expect(openedMessages()).toEqual([]);
  });

  it('should hide Verify All Pending when nothing is pending', async () => {
    open();
    await row();
    expect(screen.queryByRole('button', { name: 'Verify All Pending' })).not.toBeInTheDocument();
  });

  it('should filter by status and search half a second after the last key', async () => {
    const router = open();
    await row();
    expect(await listOptions('Status')).toEqual(['All', 'Successful', 'Pending', 'Failed']);
    expect(
      screen.getByPlaceholderText('Search by reference, description or type'),
    ).toBeInTheDocument();
    await selectOption('Status', 'Failed');
    await waitFor(() => expect(pages().at(-1)?.query.get('status')).toBe('failed'));
    await person.click(screen.getByRole('searchbox'));
    await person.paste('topup');
    await waitFor(() => expect(pages().at(-1)?.query.get('search')).toBe('topup'));
    expect(router.state.location.search).toBe('?status=failed&search=topup');
    expect(pages().filter(({ query }) => query.has('search'))).toHaveLength(1);
  });

  it.each([
    ['/transactions', 'No transactions found.'],
    ['/transactions?search=x', 'No transactions found matching your search criteria.'],
  ])('%s shows the empty state: %s', async (address, words) => {
    shows([]);
    open(address);
    expect(await screen.findByText(words)).toBeInTheDocument();
  });

  it('should show that the list could not be loaded', async () => {
    api.on(LIST, errorReply(404));
    api.on(STATS, errorReply(404));
    open();
    await waitFor(() =>
      expect(openedMessages().sort()).toEqual([
        'Failed to load payment statistics',
        'Failed to load transactions',
      ]),
    );
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeEnabled();
  });
});
