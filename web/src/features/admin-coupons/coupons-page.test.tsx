import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { setUpApi } from '@/testing/api-server';
import { openedMessages } from '@/testing/messages';
import { renderAt } from '@/testing/render-app';
import { errorReply, ok, pagination } from '@/testing/samples';
import { signInAs } from '@/testing/staff';
import { mockWideViewport } from '@/testing/viewport';
import type { Coupon } from './coupons';
import CouponsPage from './coupons-page';

const LIST = 'GET /admin/coupons';
const CREATE = 'POST /admin/coupons';

const coupon = (over: Partial<Coupon> = {}): Coupon => ({
  id: 4,
  code: 'WELCOME10',
  percent: 10,
  bonus: null,
  max_bonus: 5000,
  minimum_topup: 2000,
  starts_at: '2026-11-18T09:00:00Z',
  ends_at: null,
  max_uses: 1000,
  per_customer: 1,
  uses: 37,
  granted: 41_500,
  state: 'active',
  created_at: '2026-11-18T09:00:00Z',
  ...over,
});

describe('CouponsPage', () => {
  const api = setUpApi(() => signInAs('admin'));
  mockWideViewport();

  beforeEach(() => {
    const old = coupon({ id: 3, code: 'GIFT500', percent: null, bonus: 500, state: 'ended' });
    api.on(LIST, ok({ coupons: [coupon(), old], pagination: pagination(2) }));
  });

  const open = () => renderAt(<CouponsPage />, '/admin/coupons');

  it('should list what each code adds, its uses and what it has cost', async () => {
    open();
    const row = within((await screen.findByText('WELCOME10')).closest('tr')!);
    for (const text of [
      'Active',
      '10 %, at most ₦5,000',
      'Top-ups from ₦2,000',
      '37',
      'of 1,000, 1 per customer',
      '₦41,500',
    ])
      expect(row.getByText(text)).toBeVisible();
    const ended = within(screen.getByText('GIFT500').closest('tr')!);
    expect(ended.getByText('₦500')).toBeVisible();
    expect(ended.queryByRole('button')).not.toBeInTheDocument();
  });

  it('should create a code, and show what the server refuses at its input', async () => {
    const person = userEvent.setup({ delay: null });
    let refusals = 0;
    api.on(CREATE, () => {
      refusals += 1;
      return refusals === 1
        ? errorReply(422, { errors: { code: ['There is a coupon with this code already.'] } })
        : { body: { success: true, message: 'The coupon NEW-YEAR is ready.', data: coupon() } };
    });
    open();
    await person.click(await screen.findByRole('button', { name: 'New coupon' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New coupon' }));
    await person.click(dialog.getByRole('button', { name: 'Create coupon' }));
    expect(await dialog.findByText('Enter a code')).toBeVisible();
    expect(api.calls(CREATE)).toEqual([]);
    await person.type(dialog.getByLabelText('Code'), 'new-year');
    await person.click(dialog.getByRole('radio', { name: 'An amount' }));
    await person.type(await dialog.findByLabelText('Amount (₦)'), '1,500');
    await person.type(dialog.getByLabelText('Uses in all'), '200');
    await person.click(dialog.getByRole('button', { name: 'Create coupon' }));
    expect(await dialog.findByText('There is a coupon with this code already.')).toBeVisible();
    await person.click(dialog.getByRole('button', { name: 'Create coupon' }));
    await waitFor(() => expect(openedMessages()).toContain('The coupon NEW-YEAR is ready.'));
    expect(api.calls(CREATE).at(-1)!.body).toEqual({
      code: 'new-year',
      bonus: 1500,
      max_uses: 200,
      per_customer: 1,
    });
  });

  it('should end a code with a reason', async () => {
    const person = userEvent.setup({ delay: null });
    api.on('POST /admin/coupons/4/end', {
      body: { success: true, message: 'The coupon was ended.', data: coupon({ state: 'ended' }) },
    });
    open();
    await person.click(await screen.findByRole('button', { name: 'End WELCOME10' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'End coupon' }));
    await person.type(dialog.getByLabelText('Reason'), 'Campaign over');
    await person.click(dialog.getByRole('button', { name: 'End WELCOME10' }));
    await waitFor(() => expect(openedMessages()).toEqual(['The coupon was ended.']));
    expect(api.calls('POST /admin/coupons/4/end')).toMatchObject([
      { body: { reason: 'Campaign over' } },
    ]);
  });
});
