import { screen, waitFor, within } from '@testing-library/react';
import { person } from '@/testing/person';
import { session } from '@/api/session';
import { serveApi } from '@/testing/api-server';
import { recordDownloads } from '@/testing/downloads';
import { renderAt } from '@/testing/render-app';
import { errorReply, ok } from '@/testing/samples';
import YourData from './your-data';

const DELETE = 'DELETE /user';

describe('the data of the account', () => {
  const api = serveApi();
  const downloads = recordDownloads();

  beforeEach(() => {
    session.start({
      token: 't',
      user: {
        ...{ id: 1, name: 'Ada', email: 'ada@example.com', role: 'user', wallet_balance: 0 },
        ...{ created_at: '2026-01-01T00:00:00Z', email_verified_at: null },
      },
    });
  });

  it('should download one section as CSV', async () => {
    api.on('GET /user/export', {
      headers: { 'content-disposition': 'attachment; filename="account-1.csv"' },
      body: 'a,b',
    });
    renderAt(<YourData />);
    await person.click(await screen.findByRole('button', { name: 'Download as CSV' }));
    await waitFor(() => expect(downloads.map(({ name }) => name)).toEqual(['my-transactions.csv']));
    expect(String(api.calls('GET /user/export')[0]?.query)).toBe('format=csv&section=transactions');
  });

  it('should lead to support while a top-up is under review', async () => {
    const message = 'A top-up of yours is under review: we received ₦6,000 of ₦10,000.';
    const errors = { review: [{ reference: 'TOPUP_1' }] };
    api.on(DELETE, errorReply(409, { code: 'WORK_IN_PROGRESS', message, errors }));
    renderAt(<YourData />);
    await person.click(await screen.findByRole('button', { name: 'Delete account' }));
    const dialog = within(await screen.findByRole('dialog'));
    await person.click(dialog.getByRole('button', { name: 'Delete account' }));
    expect(await dialog.findByText(message)).toBeInTheDocument();
    expect(dialog.getByRole('link')).toHaveAttribute('href', '/support?reference=TOPUP_1');
  });

  it('should say why the account cannot be deleted, and sign out once it is', async () => {
    const refusal = 'Your wallet still has money in it.';
    api.on(DELETE, errorReply(409, { code: 'BALANCE_NOT_ZERO', message: refusal }));
    renderAt(<YourData />);
    await person.click(await screen.findByRole('button', { name: 'Delete account' }));
    const dialog = within(await screen.findByRole('dialog'));
    const confirm = dialog.getByRole('button', { name: 'Delete account' });
    await person.click(confirm);
    expect(await dialog.findByText(refusal)).toBeInTheDocument();
    expect(session.get()).not.toBeNull();
    api.on(DELETE, ok(undefined, 'Your account was deleted.'));
    await person.click(confirm);
    await waitFor(() => expect(session.get()).toBeNull());
    expect(await screen.findByText('Your account was deleted.')).toBeInTheDocument();
  });
});
