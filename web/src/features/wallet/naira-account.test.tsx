import { screen, waitFor, within } from '@testing-library/react';
import { person } from '@/testing/person';
import { openedMessages } from '@/testing/messages';
import { errorReply, ok } from '@/testing/samples';
import { configureSite } from '@/testing/site';
import { openWallet, serveWalletPage } from '@/testing/wallet-page';

const ACCOUNT = 'GET /user/naira-account';
const OPEN = 'POST /user/naira-account';
const CHECK = 'POST /user/naira-account/check';
const active = {
  ...{ status: 'active', number: '9900000001', account_name: 'Ada Obi', bank_name: 'Test Bank' },
  reason: null,
};

describe('Naira account', () => {
  const api = serveWalletPage();

  const choose = async () => {
    const way = await screen.findByRole('radio', { name: 'Account number' });
    await waitFor(() => expect(way).toBeEnabled());
    await person.click(way);
  };
  const ask = async (number: string) => {
    await choose();
    await person.click(await screen.findByRole('button', { name: 'Get an account number' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Get an account number' }));
    await person.type(dialog.getByLabelText('Your BVN'), number);
    await person.click(dialog.getByRole('button', { name: 'Open account' }));
    return dialog;
  };

  it('should show nothing where none is offered, nor while that is loading', async () => {
    openWallet();
    expect(await screen.findByLabelText('Amount')).toBeVisible();
    expect(screen.queryByRole('radiogroup', { name: 'Pay by' })).toBeNull();
    await waitFor(() => expect(api.calls(ACCOUNT)).toHaveLength(1));
    expect(screen.queryByRole('radiogroup', { name: 'Pay by' })).toBeNull();
  });

  it('should open an account with a BVN, and show its number', async () => {
    api.on(ACCOUNT, ok({ offered: true, account: null }));
    api.on(OPEN, ok({ offered: true, account: active }));
    openWallet();
    const dialog = await ask('2222');
    expect(await dialog.findByText('Enter all 11 digits')).toBeVisible();
    api.on(ACCOUNT, ok({ offered: true, account: active }));
    await person.type(dialog.getByLabelText('Your BVN'), ' 2222222');
    await person.click(dialog.getByRole('button', { name: 'Open account' }));
    expect(await screen.findByTestId('naira-account-number')).toHaveTextContent('9900000001');
    expect(api.calls(OPEN).map(({ body }) => body)).toEqual([{ bvn: '2222 2222222' }]);
    expect(screen.getByText(/Test Bank, Ada Obi/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Top Up/ })).toBeNull();
    expect(screen.getByRole('button', { name: 'Copy account number' })).toBeVisible();
  });

  it('should say what the bank refused, and that it has not answered', async () => {
    const reason = 'The name differs.';
    api.on(ACCOUNT, ok({ offered: true, account: { ...active, status: 'refused', reason } }));
    openWallet();
    await choose();
    expect(await screen.findByText(`The bank opened no account: ${reason}`)).toBeVisible();
    api.on(OPEN, errorReply(502, { code: 'NAIRA_ACCOUNT_UNKNOWN', message: 'The bank is slow.' }));
    api.on(ACCOUNT, ok({ offered: true, account: { ...active, status: 'requested' } }));
    await ask('22222222222');
    expect(await screen.findByText(/^The bank is opening your account/)).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('should have its place among the ways to pay while it loads', async () => {
    await configureSite(api, { topup_channels: ['card', 'bank_transfer'] });
    api.on(ACCOUNT, () => new Promise<never>(() => undefined));
    openWallet();
    expect(await screen.findByRole('radio', { name: 'Account number' })).toBeDisabled();
    expect(screen.getByRole('radio', { name: 'Bank transfer' })).toBeChecked();
    await configureSite(api, { topup_channels: [] });
  });

  it('should be the first way to pay of who has one, and give way to an amount', async () => {
    await configureSite(api, { topup_channels: ['card', 'bank_transfer'] });
    api.on(ACCOUNT, ok({ offered: true, account: active }));
    openWallet('/wallet?amount=2500');
    await screen.findByRole('radio', { name: 'Account number' });
    const ways = screen.getAllByRole('radio');
    expect(ways.map((way) => way.closest('label')?.textContent)).toEqual([
      'Account number',
      'Bank transfer',
      'Card',
    ]);
    expect(ways[1]).toBeChecked();
    await person.clear(screen.getByLabelText('Amount'));
    expect(await screen.findByTestId('naira-account-number')).toBeVisible();
    await person.click(screen.getByRole('radio', { name: 'Card' }));
    expect(screen.getByLabelText('Amount')).toBeVisible();
    await configureSite(api, { topup_channels: [] });
  });

  it('should check for transfers, and reload the wallet', async () => {
    api.on(ACCOUNT, ok({ offered: false, account: active }));
    api.on(CHECK, ok({ credited: 1, amount: 2500 }, '₦2,500 arrived.'));
    openWallet();
    await person.click(await screen.findByRole('button', { name: 'I have sent money' }));
    await waitFor(() => expect(openedMessages()).toContain('₦2,500 arrived.'));
    await waitFor(() => expect(api.calls('GET /wallet').length).toBeGreaterThan(1));
  });
});
