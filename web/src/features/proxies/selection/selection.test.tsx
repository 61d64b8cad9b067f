import { screen, waitFor, within } from '@testing-library/react';
import { person } from '@/testing/person';
import { session } from '@/api/session';
import { serveApi } from '@/testing/api-server';
import { openedMessages } from '@/testing/messages';
import { renderAt } from '@/testing/render-app';
import { ada, datacenterProxy, errorReply, ok, pagination, proxy } from '@/testing/samples';
import { mockWideViewport } from '@/testing/viewport';
import ProxyHistoryPage from '../proxy-history-page';

const LIST = 'GET /user/proxies';
const QUOTE = 'POST /pricing/quote';
const renewOf = (id: number) => `POST /user/proxies/${id}/renewal`;

const statistics = {
  ...{ active_proxies: 1, total_proxies: 3, total_spent: 1, total_countries: 1 },
  proxy_types: { residential_ipv4: 1, individual_ipv4: 2 },
};
const rows = [
  proxy({ id: 9, username: 'np9', password: 'pw9' }),
  datacenterProxy({ id: 8, username: 'np8', password: 'pw8' }),
  datacenterProxy({ id: 7, is_expired: true, status: 'expired', can_renew: false }),
];

describe('Selection of proxies', () => {
  const api = serveApi({
    'GET /user/info': ok({ user: { ...ada, wallet_balance: 50_000 } }),
    'GET /user/proxies/tags': ok({ tags: [] }),
    [LIST]: ok({ proxies: rows, pagination: pagination(3), statistics }),
    'GET /pool/pricing': ok({ priceList: [{ traffic: '5', price: 9000, validity_days: 30 }] }),
  });
  mockWideViewport();

  beforeEach(() => session.start({ token: 't', user: { ...ada, wallet_balance: 50_000 } }));

  const start = async () => {
    renderAt(<ProxyHistoryPage />, '/proxyhistory');
    return screen.findByLabelText('Select #9');
  };
  const bar = async () => within(await screen.findByRole('region', { name: 'Chosen proxies' }));

  it('should copy what is chosen in the order of the list, without what has expired', async () => {
    const write = jest.spyOn(navigator.clipboard, 'writeText');
    await person.click(await start());
    await person.click(screen.getByLabelText('Select page'));
    const chosen = await bar();
    expect(chosen.getByRole('status')).toHaveTextContent('3 selected');
    await person.click(chosen.getByRole('button', { name: 'Copy' }));
    await waitFor(() =>
      expect(openedMessages()).toContain('Copied 2 connections. 1 expired or suspended left out.'),
    );
    const lines = write.mock.calls.at(-1)![0].split('\n');
    expect(lines.map((line) => line.split(':')[2])).toEqual(['np9', 'np8']);
    await person.click(screen.getByLabelText('Select page'));
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'Chosen proxies' })).toBeNull(),
    );
  });

  it('should say that the browser blocks copying', async () => {
    jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('Blocked'));
    await person.click(await start());
    await person.click((await bar()).getByRole('button', { name: 'Copy' }));
    await waitFor(() =>
      expect(openedMessages()).toEqual([
        'Copying is blocked by this browser. Download the list instead.',
      ]),
    );
  });

  it('should keep the choice on other pages until it is cleared', async () => {
    await person.click(await start());
    await bar();
    api.on(LIST, ok({ proxies: [rows[1]], pagination: pagination(3), statistics }));
    await person.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(screen.queryByLabelText('Select #9')).toBeNull());
    const chosen = await bar();
    expect(chosen.getByRole('status')).toHaveTextContent('1 selected');
    await person.click(chosen.getByRole('button', { name: 'Clear selection' }));
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'Chosen proxies' })).toBeNull(),
    );
  });

  it('should renew each at the price shown, say what failed, and try only that again', async () => {
    api.on(QUOTE, ok({ total: 9000, unit_price: 9000, quantity: 1, currency: 'NGN' }));
    const renewed = ok({ proxy: rows[0], transaction: {}, order_status: 'delivered' });
    api.on(renewOf(9), renewed);
    api.on(renewOf(8), errorReply(409, { code: 'PROXY_EXPIRED', message: 'It has just expired.' }));
    await person.click(await start());
    await person.click(screen.getByLabelText('Select page'));
    await person.click((await bar()).getByRole('button', { name: 'Renew' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Renew 2 proxies')).toBeVisible();
    expect(dialog.getByText(/^Cannot be renewed/)).toHaveTextContent(
      'its address is on sale again',
    );
    await person.click(await dialog.findByRole('button', { name: 'Renew 2 for ₦18,000' }));
    expect(await dialog.findByText('It has just expired.')).toBeVisible();
    expect(dialog.getByText(/^1 renewed, 1 not. Press Renew to try/)).toBeVisible();
    expect(api.calls(renewOf(9)).map(({ body }) => body)).toEqual([
      { gigabytes: 5, expected_total: 9000, batch_id: expect.stringMatching(/^\w{32}$/) as string },
    ]);
    api.on(renewOf(8), renewed);
    await person.click(dialog.getByRole('button', { name: 'Renew 1 for ₦9,000' }));
    expect(await dialog.findByText('2 renewed.')).toBeVisible();
    expect(api.calls(renewOf(9))).toHaveLength(1);
    const keys = [...api.calls(renewOf(9)), ...api.calls(renewOf(8))].map(
      ({ headers }) => headers['idempotency-key'],
    );
    expect(new Set(keys).size).toBe(3);
    const batches = [...api.calls(renewOf(9)), ...api.calls(renewOf(8))].map(
      ({ body }) => (body as { batch_id: string }).batch_id,
    );
    expect(new Set(batches).size).toBe(1);
  });

  it('should load the price again when the proxy has moved meanwhile', async () => {
    const price = (total: number) => ok({ total, unit_price: total, quantity: 1, currency: 'NGN' });
    api.on(QUOTE, price(9000));
    api.on(renewOf(9), ok({ proxy: rows[0], transaction: {}, order_status: 'delivered' }));
    api.on(renewOf(8), () => {
      api.on(QUOTE, price(9500));
      return errorReply(409, { code: 'PROXY_MOVED', message: 'Look at the price again.' });
    });
    await person.click(await start());
    await person.click(screen.getByLabelText('Select page'));
    await person.click((await bar()).getByRole('button', { name: 'Renew' }));
    const dialog = within(await screen.findByRole('dialog'));
    await person.click(await dialog.findByRole('button', { name: 'Renew 2 for ₦18,000' }));
    expect(await dialog.findByRole('button', { name: 'Renew 1 for ₦9,500' })).toBeEnabled();
  });

  it('should say that a price could not be loaded, and renew the others', async () => {
    api.on(QUOTE, ({ body }) =>
      (body as { proxy_id: number }).proxy_id === 8
        ? { status: 400, body: 'Bad Request' }
        : ok({ total: 9000, unit_price: 9000, quantity: 1, currency: 'NGN' }),
    );
    await person.click(await start());
    await person.click(screen.getByLabelText('Select page'));
    await person.click((await bar()).getByRole('button', { name: 'Renew' }));
    const dialog = within(await screen.findByRole('dialog'));
    // Prices are asked for again when the packages of another kind arrive.
    await waitFor(() => {
      expect(dialog.getByText(/^The price could not be loaded/)).toBeVisible();
      expect(dialog.getByRole('button', { name: 'Renew 1 for ₦9,000' })).toBeEnabled();
    });
  });

  it('should suspend, resume and tag what is chosen, and say what failed', async () => {
    const suspended = { status: 'suspended', suspended_by_owner: true } as const;
    const all = [rows[0]!, rows[1]!, proxy({ id: 6, ...suspended, note: 'Keep', tags: ['old'] })];
    api.on(LIST, ok({ proxies: all, pagination: pagination(3), statistics }));
    api.on('POST /user/proxies/9/suspend', ok({ proxy: all[0] }));
    const gone = { code: 'PROXY_EXPIRED', message: 'It has expired.' };
    api.on('POST /user/proxies/8/suspend', errorReply(409, gone));
    api.on('POST /user/proxies/6/resume', ok({ proxy: all[2] }));
    for (const { id } of all) api.on(`PUT /user/proxies/${id}/labels`, ok({ proxy: all[0] }));
    await person.click(await start());
    await person.click(screen.getByLabelText('Select page'));
    const chosen = await bar();
    const choose = async (name: string) => {
      await person.click(
        await chosen.findByRole('button', { name: 'Actions for the chosen proxies' }),
      );
      await person.click(await screen.findByRole('menuitem', { name }));
    };
    await choose('Suspend');
    const question = within(await screen.findByRole('dialog'));
    expect(question.getByText('Suspend 2 proxies?')).toBeVisible();
    await person.click(question.getByRole('button', { name: 'Suspend' }));
    expect(await screen.findByText('1 suspended, 1 not')).toBeVisible();
    const report = within(screen.getByRole('dialog'));
    expect(report.getByRole('listitem')).toHaveTextContent('#8It has expired.');
    await person.click(report.getAllByRole('button', { name: 'Close' }).at(-1)!);
    await choose('Resume');
    await waitFor(() => expect(openedMessages()).toContain('1 resumed.'));
    await choose('Add tag');
    const dialog = within(await screen.findByRole('dialog'));
    await person.type(dialog.getByLabelText('Tag'), 'shop{enter}');
    await person.click(dialog.getByRole('button', { name: 'Add tag' }));
    await waitFor(() => expect(openedMessages()).toContain('3 tagged.'));
    expect(api.calls('PUT /user/proxies/6/labels')[0]?.body).toEqual({ add_tags: ['shop'] });
  });

  it('should choose all that match the filters, on every page', async () => {
    const page = (number: number) =>
      Array.from({ length: number === 1 ? 100 : 20 }, (_, i) =>
        proxy({ id: 1000 - number * 100 - i }),
      );
    api.on(LIST, ({ query }) => {
      const number = Number(query.get('page'));
      const isAll = query.get('per_page') === '100';
      return ok({
        proxies: isAll ? page(number) : page(1).slice(0, 10),
        pagination: pagination(10, { page: number, perPage: isAll ? 100 : 10, total: 120 }),
        statistics,
      });
    });
    renderAt(<ProxyHistoryPage />, '/proxyhistory?status=active');
    await person.click(await screen.findByLabelText('Select #900'));
    const chosen = await bar();
    await person.click(chosen.getByRole('button', { name: 'Select all 120' }));
    await waitFor(() => expect(chosen.getByRole('status')).toHaveTextContent('120 selected'));
    const asked = api.calls(LIST).filter(({ query }) => query.get('per_page') === '100');
    expect(asked.map(({ query }) => [query.get('status'), query.get('page')])).toEqual([
      ['active', '1'],
      ['active', '2'],
    ]);
    expect(chosen.queryByRole('button', { name: /^Select all/ })).toBeNull();
  });

  it('should test what is active, and switch the automatic renewal of all on with what was bought', async () => {
    const works = { ok: true, exit_ip: '192.0.2.1', error: null };
    api.on('POST /user/proxies/9/test', ok(works));
    const refused = { cause: 'The exit is down.', how_to_fix: 'Replace the address.' };
    api.on('POST /user/proxies/8/test', ok({ ...works, ok: false, error: refused }));
    for (const { id } of rows) api.on(`PUT /user/proxies/${id}/auto-renew`, ok({ proxy: rows[0] }));
    await person.click(await start());
    await person.click(screen.getByLabelText('Select page'));
    const chosen = await bar();
    const choose = async (name: string) => {
      await person.click(
        await chosen.findByRole('button', { name: 'Actions for the chosen proxies' }),
      );
      await person.click(await screen.findByRole('menuitem', { name }));
    };
    await choose('Test connection');
    expect(await screen.findByText('1 tested and working, 1 not')).toBeVisible();
    const report = within(screen.getByRole('dialog'));
    expect(report.getByRole('listitem')).toHaveTextContent(
      '#8The exit is down. Replace the address.',
    );
    await person.click(report.getAllByRole('button', { name: 'Close' }).at(-1)!);
    await choose('Turn on auto-renew');
    const question = within(await screen.findByRole('dialog'));
    await person.click(question.getByRole('button', { name: 'Turn on auto-renew' }));
    await waitFor(() => expect(openedMessages()).toContain('3 renewed automatically from now on.'));
    expect(rows.map(({ id }) => api.calls(`PUT /user/proxies/${id}/auto-renew`)[0]?.body)).toEqual([
      { enabled: true, gigabytes: 5 },
      { enabled: true, duration_minutes: 43_200 },
      { enabled: true, duration_minutes: 43_200 },
    ]);
  });

  it('should not renew more than the wallet holds', async () => {
    api.on(QUOTE, ok({ total: 60_000, unit_price: 60_000, quantity: 1, currency: 'NGN' }));
    await person.click(await start());
    await person.click((await bar()).getByRole('button', { name: 'Renew' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(/You need ₦10,000 more/)).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Renew 1 for ₦60,000' })).toBeDisabled();
  });
});
