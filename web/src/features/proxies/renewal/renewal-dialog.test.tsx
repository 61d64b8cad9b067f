import { act, screen, waitFor, within } from '@testing-library/react';
import { person } from '@/testing/person';
import { session } from '@/api/session';
import { serveApi, type Received } from '@/testing/api-server';
import { clickTwice } from '@/testing/click-twice';
import { openedMessages } from '@/testing/messages';
import { renderAt } from '@/testing/render-app';
import { ada, datacenterProxy, errorReply, ok, proxy } from '@/testing/samples';
import { selectOption } from '@/testing/choices';
import RenewalDialog from './renewal-dialog';
import type { RenewalAction } from './proxy-actions';

const QUOTE = 'POST /pricing/quote';

const RENEW = 'POST /user/proxies/4/renewal';

const TRAFFIC = 'POST /user/proxies/4/traffic';

const AUTO = 'PUT /user/proxies/4/auto-renew';

const extended = (message: string, order_status = 'delivered') =>
  ok({ order_id: 1, order_status, proxy: proxy() }, message);

describe('RenewalDialog', () => {
  const api = serveApi({
    'GET /user/info': ok({ user: ada }),
    'GET /pricing/info': ok({ minimum_topup: 1000, maximum_topup: 1_000_000 }),
    'GET /pool/pricing': ok({
      priceList: [
        { traffic: '5', price: 4960, validity_days: 30 },
        { traffic: '10', price: 9000, validity_days: 60 },
      ],
    }),
    [QUOTE]: ({ body }: Received) => {
      const { gigabytes } = body as { gigabytes?: number };
      return ok({ total: gigabytes === undefined ? 4800 : prices[gigabytes], quantity: 1 });
    },
  });
  let prices: Record<number, number>;

  beforeEach(() => {
    prices = { 5: 4960, 10: 9000 };
    session.start({ token: 't', user: ada });
  });

  const open = (action: RenewalAction, of = proxy({ expires_at: '2099-12-01T10:00:00Z' })) => {
    const onClose = jest.fn();
    renderAt(<RenewalDialog proxy={of} action={action} onClose={onClose} />);
    return onClose;
  };
  const button = (name: string) => screen.findByRole('button', { name });
  const fact = async (label: string) =>
    (await screen.findByText(label, { selector: '.ant-descriptions-item-label' })).parentElement;

  it('should renew once at the quoted total, and show the new end and traffic before', async () => {
    api.on(RENEW, extended('Your proxy is renewed.'));
    const onClose = open('renewal');
    await button('Renew for ₦4,960');
    await selectOption('Traffic package', '10 GB for 60 days');
    const pay = await button('Renew for ₦9,000');
    await waitFor(() => expect(pay).toBeEnabled());
    expect(await fact('New end')).toHaveTextContent('30 Jan 2100');
    expect(await fact('Traffic left after')).toHaveTextContent('13.75 GB');
    expect(await fact('Wallet balance')).toHaveTextContent('₦12,500');
    const loads = api.calls('GET /user/info').length;
    await clickTwice(pay);
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    const [sent, ...more] = api.calls(RENEW);
    expect(more).toEqual([]);
    expect(sent?.body).toEqual({ gigabytes: 10, expected_total: 9000 });
    expect(sent?.headers['idempotency-key']).toMatch(/^[0-9A-Z]{32}$/);
    expect(openedMessages()).toEqual(['Your proxy is renewed.']);
    await waitFor(() => expect(api.calls('GET /user/info').length).toBeGreaterThan(loads));
  });

  it('should say that it stopped with the permission of the member who switched it on, and offer it again', async () => {
    const { auto_renew } = proxy();
    const stopped = { ...auto_renew, gigabytes: 5, stopped_reason: 'member_left' as const };
    open('auto-renew', proxy({ auto_renew: stopped }));
    expect(await screen.findByText(/can no longer buy for this account/)).toBeVisible();
    expect(await screen.findByLabelText('Traffic package')).toBeVisible();
  });

  it('should set a rule that buys traffic, and leave automatic renewal as it is', async () => {
    api.on(AUTO, ok({ proxy: proxy() }, 'Automatic renewal is off.'));
    const onClose = open('auto-renew');
    await person.click(await button('Buy traffic automatically'));
    const form = within(await screen.findByRole('form', { name: 'Automatic traffic' }));
    await waitFor(() => expect(form.getByRole('button', { name: 'Switch on' })).toBeEnabled());
    await person.type(form.getByLabelText('At most per month (₦)'), '20000');
    await person.click(form.getByRole('button', { name: 'Switch on' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    const rule = { top_up_below_gb: 1, top_up_gigabytes: 5, monthly_limit: 20_000 };
    expect(api.calls(AUTO)[0]?.body).toEqual({ enabled: false, ...rule });
  });

  it('should warn a member of a team whose limit is less than the total', async () => {
    const member = { ...ada, team: { role: 'buyer' as const, owner_name: 'Ngozi Bello' } };
    api.on('GET /user/info', ok({ user: member }));
    act(() => session.start({ token: 't', user: member }));
    const this_month = { limit: 20_000, spent: 16_000, left: 4000 };
    api.on('GET /wallet', ok({ spending_limits: { today: null, this_month } }));
    open('renewal');
    expect(
      await screen.findByText(/^You can spend ₦4,000 more this month\. You need ₦960 more\./),
    ).toBeVisible();
  });

  it('should show a changed price and charge it only after another press', async () => {
    api.on(RENEW, () => {
      prices[5] = 5270;
      return errorReply(409, {
        code: 'PRICE_CHANGED',
        message: 'The price has changed.',
        errors: { expected_total: 4960, actual_total: 5270 },
      });
    });
    const onClose = open('renewal');
    const pay = await button('Renew for ₦4,960');
    await waitFor(() => expect(pay).toBeEnabled());
    await person.click(pay);
    expect(await screen.findByText(/The price was ₦4,960 and is now ₦5,270/)).toBeVisible();
    expect(onClose).not.toHaveBeenCalled();
    api.on(RENEW, extended('Your proxy is renewed.'));
    const again = await button('Renew for ₦5,270');
    await waitFor(() => expect(again).toBeEnabled());
    await person.click(again);
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    const [first, second] = api.calls(RENEW);
    expect(second?.body).toEqual({ gigabytes: 5, expected_total: 5270 });
    expect(second?.headers['idempotency-key']).not.toBe(first?.headers['idempotency-key']);
  });

  it('should load the price again when the proxy has moved meanwhile', async () => {
    api.on(RENEW, () => {
      prices[5] = 5270;
      return errorReply(409, { code: 'PROXY_MOVED', message: 'Look at the price again.' });
    });
    open('renewal');
    const pay = await button('Renew for ₦4,960');
    await waitFor(() => expect(pay).toBeEnabled());
    await person.click(pay);
    await waitFor(async () => expect(await button('Renew for ₦5,270')).toBeEnabled());
    expect(api.calls(RENEW)).toHaveLength(1);
  });

  it('should say what the wallet is short of and lead to a top-up of it', async () => {
    prices[5] = 20_000;
    open('traffic');
    expect(await screen.findByRole('link', { name: 'Top up' })).toHaveAttribute(
      'href',
      '/wallet?amount=7500',
    );
    expect(screen.getByText(/You need ₦7,500 more/)).toBeVisible();
    expect(await button('Add traffic for ₦20,000')).toBeDisabled();
  });

  it('should add traffic without moving the end', async () => {
    api.on(TRAFFIC, extended('The traffic was added to your proxy.'));
    const onClose = open('traffic');
    expect(await fact('End, unchanged')).toHaveTextContent('1 Dec 2099');
    const pay = await button('Add traffic for ₦4,960');
    await waitFor(() => expect(pay).toBeEnabled());
    expect(api.calls(QUOTE)[0]?.body).toEqual({ proxy_id: 4, order: 'traffic', gigabytes: 5 });
    await person.click(pay);
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(api.calls(TRAFFIC)[0]?.body).toEqual({ gigabytes: 5, expected_total: 4960 });
    expect(openedMessages()).toEqual(['The traffic was added to your proxy.']);
  });

  it('should say that the order was refunded when it is repeated after that', async () => {
    api.on(RENEW, extended('Your proxy is renewed.', 'refunded'));
    const onClose = open('renewal');
    const pay = await button('Renew for ₦4,960');
    await waitFor(() => expect(pay).toBeEnabled());
    await person.click(pay);
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(openedMessages()).toEqual(['This order was refunded.']);
  });

  it('should say why a proxy cannot be renewed', async () => {
    const message = 'We have the address of this proxy until 2026-12-05 only.';
    api.on(QUOTE, errorReply(409, { code: 'ADDRESS_ENDS', message }));
    open('renewal', datacenterProxy());
    expect(await screen.findByText(message)).toBeVisible();
    expect(await button('Renew')).toBeDisabled();
    expect(screen.getByLabelText('Period')).toBeInTheDocument();
  });

  it('should switch automatic renewal on with a package', async () => {
    api.on(AUTO, ok({}, 'Automatic renewal is on.'));
    const onClose = open('auto-renew');
    expect(await screen.findByText('Automatic renewal is off')).toBeVisible();
    const on = await button('Switch on');
    await waitFor(() => expect(on).toBeEnabled());
    await selectOption('Traffic package', '10 GB for 60 days');
    await person.click(on);
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(api.calls(AUTO)[0]?.body).toEqual({ enabled: true, gigabytes: 10 });
  });

  it('should say when automatic renewal tries again, and switch it off', async () => {
    api.on(AUTO, ok({}, 'Automatic renewal is off.'));
    const { auto_renew } = proxy();
    const next_charge_at = '2026-11-30T22:00:00Z';
    open(
      'auto-renew',
      proxy({
        auto_renew: { ...auto_renew, enabled: true, gigabytes: 5, failures: 1, next_charge_at },
      }),
    );
    expect(await screen.findByText(/failed \(1 of 3\).*30 Nov 2026, 23:00/)).toBeVisible();
    await person.click(await button('Switch off'));
    await waitFor(() => expect(api.calls(AUTO)[0]?.body).toEqual({ enabled: false }));
  });

  it('should say why automatic renewal has stopped and how to resume it', async () => {
    const { auto_renew } = proxy();
    open(
      'auto-renew',
      proxy({
        auto_renew: { ...auto_renew, gigabytes: 5, stopped_reason: 'insufficient_balance' },
      }),
    );
    expect(await screen.findByText('Automatic renewal has stopped')).toBeVisible();
    expect(screen.getByText(/Top up, then switch it on again/)).toBeVisible();
    const on = await button('Switch on');
    await waitFor(() => expect(on).toBeEnabled());
  });
});
