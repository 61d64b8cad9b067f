import { parseThreshold, Notifications } from './notifications';
import { act, screen, waitFor, within } from '@testing-library/react';
import { person } from '@/testing/person';
import { serveApi } from '@/testing/api-server';
import { freezeClock, advanceClock } from '@/testing/clock';
import { renderAt } from '@/testing/render-app';
import { errorReply, ok } from '@/testing/samples';

describe('parseThreshold', () => {
  it.each([
    ['1000', 1000],
    ['١٠٠٠\u200b', 1000],
    [' ₦25,000 ', 25_000],
    ['1', 1],
    ['1000000', 1_000_000],
  ])('should parse "%s" as %d naira', (text, amount) => expect(parseThreshold(text)).toBe(amount));

  it.each(['', '0', '1000001', '10.5', '-5', 'lots'])('should reject "%s"', (text) => {
    expect(parseThreshold(text)).toBeUndefined();
  });
});

const ROUTE = 'PUT /profile/notifications';

const stored = {
  low_balance: true,
  low_balance_threshold: 1000,
  expiry: true,
  traffic: false,
  security: true,
  weekly_summary: false,
  purchases: true,
  top_ups: true,
};

describe('the email notification switches', () => {
  const api = serveApi();

  beforeEach(() => api.on('GET /profile/notifications', ok(stored)));

  const open = async () => {
    renderAt(<Notifications email="ada@example.com" />);
    await screen.findByRole('switch', { name: /^Traffic/ });
  };
  const traffic = () => screen.getByRole('switch', { name: /^Traffic/ });
  const expiry = () => screen.getByRole('switch', { name: /^Proxy expiry/ });

  it('should save one changed setting at once and confirm it', async () => {
    api.on(ROUTE, ({ body }) => ok({ ...stored, ...(body as object) }, 'Saved.'));
    await open();
    await person.click(traffic());
    expect(traffic()).toBeChecked();
    expect(await screen.findByText('Saved.')).toBeInTheDocument();
    expect(api.calls(ROUTE).map(({ body }) => body)).toEqual([{ traffic: true }]);
    expect(traffic()).toBeChecked();
  });

  it('should say that the switch of proxy expiry also covers automatic renewals', async () => {
    await open();
    expect(expiry()).toHaveAccessibleDescription(
      'Three days and one day before a proxy expires, and when an automatic renewal succeeds, fails or stops.',
    );
  });

  it('should have the weekly summary off until it is chosen', async () => {
    api.on(ROUTE, ({ body }) => ok({ ...stored, ...(body as object) }));
    await open();
    const weekly = screen.getByRole('switch', { name: /^Weekly summary/ });
    expect(weekly).not.toBeChecked();
    await person.click(weekly);
    await waitFor(() =>
      expect(api.calls(ROUTE).map(({ body }) => body)).toEqual([{ weekly_summary: true }]),
    );
    expect(weekly).toBeChecked();
  });

  it('should switch receipts off, of purchases and of top-ups', async () => {
    api.on(ROUTE, ({ body }) => ok({ ...stored, ...(body as object) }));
    await open();
    const receipts = within(screen.getByRole('region', { name: 'Receipts by mail' }));
    await person.click(receipts.getByRole('switch', { name: 'Purchases and renewals' }));
    await person.click(receipts.getByRole('switch', { name: 'Top-ups' }));
    await waitFor(() =>
      expect(api.calls(ROUTE).map(({ body }) => body)).toEqual([
        { purchases: false },
        { top_ups: false },
      ]),
    );
  });

  it('should restore the previous value when saving fails', async () => {
    api.on(ROUTE, errorReply(500, { message: 'Out of order.' }));
    await open();
    await person.click(traffic());
    expect(await screen.findByText('Out of order.')).toBeInTheDocument();
    await waitFor(() => expect(traffic()).not.toBeChecked());
  });

  it('should keep a second change when an earlier response arrives late', async () => {
    const held: (() => void)[] = [];
    api.on(ROUTE, async ({ body }) => {
      await new Promise<void>((go) => held.push(go));
      return ok({ ...stored, ...(body as object) });
    });
    await open();
    await person.click(traffic());
    await person.click(expiry());
    await waitFor(() => expect(held).toHaveLength(2));
    held[1]?.();
    await waitFor(() => expect(expiry()).toHaveAttribute('aria-busy', 'false'));
    held[0]?.();
    await waitFor(() => expect(traffic()).toHaveAttribute('aria-busy', 'false'));
    expect(traffic()).toBeChecked();
    expect(expiry()).not.toBeChecked();
  });

  it('should keep a change when an earlier refetch completes late', async () => {
    api.on(ROUTE, ({ body }) => ok({ ...stored, ...(body as object) }));
    freezeClock();
    await open();
    const answer = api.hold('GET /profile/notifications', ok(stored));
    advanceClock(60_000);
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() => expect(api.calls('GET /profile/notifications')).toHaveLength(2));
    await person.click(traffic());
    await waitFor(() => expect(traffic()).toHaveAttribute('aria-busy', 'false'));
    answer();
    // This request is sent and answered after the held one.
    await person.click(expiry());
    await waitFor(() => expect(expiry()).toHaveAttribute('aria-busy', 'false'));
    expect(traffic()).toBeChecked();
    expect(expiry()).not.toBeChecked();
  });

  it('should show a rejected amount beside its input', async () => {
    api.on(
      ROUTE,
      errorReply(422, { message: 'Invalid', errors: { low_balance_threshold: ['Too much.'] } }),
    );
    await open();
    const amount = screen.getByLabelText('Notify me below (₦)');
    await person.clear(amount);
    await person.type(amount, '0');
    await person.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(amount).toHaveAccessibleDescription('Enter a whole amount from ₦1 to ₦1,000,000'),
    );
    expect(api.calls(ROUTE)).toEqual([]);
    await person.clear(amount);
    await person.type(amount, '5000');
    await person.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(amount).toHaveAccessibleDescription('Too much.'));
  });
});
