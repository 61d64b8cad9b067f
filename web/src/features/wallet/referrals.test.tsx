import { screen, waitFor, within } from '@testing-library/react';
import { person } from '@/testing/person';
import { serveApi } from '@/testing/api-server';
import { renderAt } from '@/testing/render-app';
import { errorReply, ok, pagination } from '@/testing/samples';
import Referrals, { type InvitedCustomer, type ReferralsData } from './referrals';

const LIST = 'GET /user/referrals';
const LINK = 'https://shop.example/auth?mode=register&ref=7KQ2M9XA';

const customer = (over: Partial<InvitedCustomer> = {}): InvitedCustomer => ({
  name: 'B•••',
  joined_at: '2026-11-18T09:00:00Z',
  status: 'rewarded',
  reward: 500,
  ...over,
});
const referrals = (over: Partial<ReferralsData> = {}): ReferralsData => ({
  code: '7KQ2M9XA',
  link: LINK,
  enabled: true,
  percentage: 10,
  maximum: 5000,
  minimum_topup: 1000,
  invited: 2,
  earned: 500,
  customers: [customer(), customer({ name: 'C•••', status: 'joined', reward: null })],
  pagination: pagination(2),
  ...over,
});

describe('Referrals', () => {
  const api = serveApi();

  const open = () => renderAt(<Referrals />, '/wallet?tab=referrals');

  it('should say what an invitation brings, and show the link, the sums and the customers', async () => {
    api.on(LIST, ok(referrals()));
    open();
    expect(
      await screen.findByText(
        'When someone joins through your link, you get 10 % of their first top-up of ₦1,000 or more, up to ₦5,000 for each.',
      ),
    ).toBeVisible();
    expect(screen.getByLabelText('Your link')).toHaveValue(LINK);
    const whatsapp = screen.getByRole('link', { name: 'Send by WhatsApp' });
    expect(whatsapp).toHaveAttribute('href', expect.stringContaining(encodeURIComponent(LINK)));
    const row = within(screen.getByText('B•••').closest('li')!);
    expect(row.getByText('Rewarded')).toBeVisible();
    expect(row.getByText('₦500')).toBeVisible();
    const joined = within(screen.getByText('C•••').closest('li')!);
    expect(joined.getByText('Joined')).toBeVisible();
    expect(joined.getByText('–')).toBeVisible();
  });

  it('should say so when nobody has joined, and when invitations are not rewarded', async () => {
    api.on(
      LIST,
      ok(referrals({ enabled: false, invited: 0, customers: [], pagination: pagination(0) })),
    );
    open();
    expect(await screen.findByText('Nobody has joined through your link yet.')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'No rewards now' })).toBeVisible();
    expect(screen.queryByText(/you get 10 %/)).toBeNull();
  });

  it('should ask for the next page', async () => {
    const info = { ...pagination(20), last_page: 2, has_next_page: true };
    api.on(LIST, ok(referrals({ pagination: info })));
    open();
    await person.click(await screen.findByText('Next'));
    await waitFor(() => expect(api.calls(LIST).at(-1)!.query.get('page')).toBe('2'));
  });

  it('should offer another attempt after an error', async () => {
    api.on(LIST, errorReply(404, { message: 'Something broke.' }));
    open();
    const retry = await screen.findByRole('button', { name: 'Try Again' });
    expect(screen.getByText('Something broke.')).toBeVisible();
    api.on(LIST, ok(referrals()));
    await person.click(retry);
    expect(await screen.findByText('B•••')).toBeVisible();
  });
});
