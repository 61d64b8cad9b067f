import { act, screen, waitFor, within } from '@testing-library/react';
import { person } from '@/testing/person';
import { session } from '@/api/session';
import { serveApi, type Received } from '@/testing/api-server';
import { selectOption, listOptions } from '@/testing/choices';
import { renderAt } from '@/testing/render-app';
import { selectRowAction } from '@/testing/row-menu';
import { ada, datacenterProxy, ok, pagination, proxy, errorReply } from '@/testing/samples';
import { mockWideViewport } from '@/testing/viewport';
import { openedMessages } from '@/testing/messages';
import ProxyHistoryPage from './proxy-history-page';

const LIST = 'GET /user/proxies';
const statistics = {
  active_proxies: 3,
  total_proxies: 5,
  total_spent: 61_200,
  total_countries: 2,
  proxy_types: { residential_ipv4: 4, individual_ipv4: 1 },
};

describe('ProxyHistoryPage', () => {
  const api = serveApi();
  mockWideViewport();

  beforeEach(() => shows([proxy()]));

  function shows(proxies: ReturnType<typeof proxy>[], total = proxies.length) {
    api.on(LIST, ({ query }: Received) => {
      const page = Number(query.get('page'));
      const perPage = Number(query.get('per_page'));
      const place = pagination(proxies.length, { page, perPage, total });
      return ok({ proxies, pagination: place, statistics });
    });
  }
  const open = (address = '/proxyhistory') => renderAt(<ProxyHistoryPage />, address).router;
  const lastQuery = () => Object.fromEntries(api.calls(LIST).at(-1)?.query ?? []);
  const row = async (at = 1) => (await screen.findAllByRole('row'))[at] as HTMLElement;
  const cells = async (at = 1) =>
    within(await row(at))
      .getAllByRole('cell')
      .map((cell) => cell.textContent);

  it('should show a proxy in nine columns', async () => {
    open();
    expect(await cells()).toEqual([
      '#4',
      'Residential',
      'Nigeria',
      'gw.example:3128HTTP',
      'Active12 days left',
      '1.25 GB / 5 GB25%',
      '₦25,600',
      '1 Dec 2026',
      'Proxy Details of #4More Details of #4',
    ]);
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'Proxy ID',
      'Type',
      'Location',
      'IP:Port',
      'Status',
      'Usage',
      'Cost',
      'Expires',
      'Actions',
    ]);
    expect((await row()).querySelector('img')).toHaveAttribute('src', '/flags/ng.svg');
  });

  it('should show the dedicated address of a datacenter proxy', async () => {
    shows([datacenterProxy({ ip: '192.0.2.7' })]);
    open();
    expect((await cells())[3]).toBe('192.0.2.7HTTP');
  });

  it('should show expired proxies as Expired, zz as Random and uncounted traffic as N/A', async () => {
    shows([
      proxy({
        ...{ location: 'zz', is_expired: true, days_until_expiration: 0, can_renew: false },
        expires_at: '2026-01-01T10:00:00Z',
      }),
      datacenterProxy({ status: 'suspended', protocol: 'socks5' }),
    ]);
    open();
    const [, , location, , status] = await cells(1);
    expect([location, status]).toEqual(['Random', 'Expired']);
    const second = await cells(2);
    expect(second[1]).toBe('Datacenter');
    expect(second[3]).toContain('SOCKS5');
    expect(second[4]).toContain('Suspended');
    expect(second[5]).toBe('N/A');
  });

  it('should open the configuration with Proxy Details and the details with More Details', async () => {
    open();
    await person.click(within(await row()).getByRole('button', { name: /^Proxy Details/ }));
    const configuration = await screen.findByRole('dialog');
    expect(configuration).toHaveTextContent('Proxy Configuration: #4 (Residential)');
    await person.click(within(configuration).getByRole('button', { name: 'Close dialog' }));
    await person.click(within(await row()).getByRole('button', { name: /^More Details/ }));
    expect(await screen.findByText('Proxy #4 (Residential)')).toBeInTheDocument();
  });

  it('should offer what keeps each proxy and say until when an expired one can be renewed', async () => {
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    const ended = { is_expired: true, status: 'expired', days_until_expiration: 0 } as const;
    shows([
      proxy(),
      proxy({ id: 5, ...ended, expires_at: ago(2) }),
      proxy({ id: 6, ...ended, expires_at: ago(2), can_renew: false }),
    ]);
    open();
    expect((await cells(2))[4]).toMatch(/^ExpiredRenewable until /);
    expect((await cells(3))[4]).toBe('Expired');
    await person.click(screen.getByRole('button', { name: 'Actions for #5' }));
    const menu = await screen.findByRole('menu');
    const items = within(menu).getAllByRole('menuitem');
    expect(items.map(({ textContent }) => textContent)).toEqual(['Renew', 'Auto-renew']);
    await person.click(items[0]!);
    expect(await screen.findByText('Renew #5 (Residential)')).toBeInTheDocument();
  });

  describe('the renewal of a proxy', () => {
    const RENEW = 'POST /user/proxies/5/renewal';
    const ended = { is_expired: true, status: 'expired', days_until_expiration: 0 } as const;
    const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000).toISOString();
    const expired = proxy({ id: 5, ...ended, expires_at: twoDaysAgo });
    const renewed = {
      body: {
        ...{ success: true, message: 'Your proxy is renewed.' },
        data: { order_id: 1, order_status: 'delivered', proxy: proxy({ id: 5 }) },
      },
    };

    beforeEach(() => {
      session.start({ token: 't', user: ada });
      api.on('GET /user/info', ok({ user: ada }));
      const priceList = [{ traffic: '5', price: 4960, validity_days: 30 }];
      api.on('GET /pool/pricing', ok({ priceList }));
      api.on('POST /pricing/quote', ok({ total: 4960, quantity: 1 }));
    });
    afterEach(() => act(() => session.logout()));

    const pay = async (): Promise<void> => {
      await selectRowAction(person, '#5', 'Renew');
      const button = await screen.findByRole('button', { name: 'Renew for ₦4,960' });
      await waitFor(() => expect(button).toBeEnabled());
      await person.click(button);
    };

    it('should not open again when the renewed proxy returns to the list', async () => {
      shows([expired]);
      let answer = (): void => undefined;
      api.on(RENEW, () => {
        shows([]);
        // The renewal ends when all that it changes is loaded, which is after the list has changed.
        api.on('GET /user/info', async () => {
          await new Promise<void>((go) => (answer = go));
          return ok({ user: ada });
        });
        return renewed;
      });
      open('/proxyhistory?status=expired');
      await pay();
      await screen.findByText('No proxies found matching your search criteria.');
      answer();
      await waitFor(() => expect(openedMessages()).toEqual(['Your proxy is renewed.']));
      shows([proxy({ id: 5 })]);
      await selectOption('Status', 'All');
      await row();
      // Longer than the dialog, whose code is loaded, takes to open.
      await expect(screen.findByRole('dialog', {}, { timeout: 500 })).rejects.toThrow();
    });

    it('should not close a dialog that was opened while it was paid', async () => {
      shows([expired, proxy()]);
      let answer = (): void => undefined;
      api.on(RENEW, async () => {
        await new Promise<void>((go) => (answer = go));
        return renewed;
      });
      open();
      await pay();
      await waitFor(() => expect(api.calls(RENEW)).toHaveLength(1));
      await person.click(screen.getByRole('button', { name: 'Close dialog' }));
      await person.click(within(await row(2)).getByRole('button', { name: /^More Details/ }));
      await screen.findByText('Proxy #4 (Residential)');
      answer();
      await waitFor(() => expect(openedMessages()).toEqual(['Your proxy is renewed.']));
      expect(screen.getByText('Proxy #4 (Residential)')).toBeInTheDocument();
    });
  });

  it('should show ten rows per page, filter by status and type and reset to page 1', async () => {
    shows([proxy()], 100);
    const router = open('/proxyhistory?page=3');
    await row();
    expect(lastQuery().page).toBe('3');
    expect(await listOptions('Per page')).toEqual([
      '10 / page',
      '15 / page',
      '25 / page',
      '50 / page',
    ]);
    expect(await listOptions('Status')).toEqual(['All', 'Active', 'Expired', 'Suspended']);
    expect(await listOptions('Type')).toEqual(['All', 'Datacenter', 'Residential', 'Mobile']);
    await selectOption('Status', 'Expired');
    await waitFor(() =>
      expect(lastQuery()).toEqual({ page: '1', per_page: '10', status: 'expired' }),
    );
    await selectOption('Type', 'Mobile');
    await waitFor(() => expect(lastQuery().type).toBe('mobile'));
    await person.click(screen.getByRole('button', { name: 'Next' }));
    await waitFor(() => expect(lastQuery().page).toBe('2'));
    await selectOption('Per page', '25 / page');
    await waitFor(() => expect(lastQuery()).toMatchObject({ page: '1', per_page: '25' }));
    expect(router.state.location.search).toBe('?status=expired&type=mobile&per_page=25');
    await person.type(screen.getByPlaceholderText('Search by ID, type, country or IP'), 'lagos');
    await waitFor(() => expect(lastQuery().search).toBe('lagos'));
  });

  it('should show the tag of the URL, and remove it, also when the tags could not be loaded', async () => {
    const router = open('/proxyhistory?tag=shop');
    await row();
    expect(lastQuery().tag).toBe('shop');
    await waitFor(() => expect(api.calls('GET /user/proxies/tags')).toHaveLength(1));
    await person.click(await screen.findByRole('button', { name: 'Remove filter Tag shop' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  it('should navigate relative to the requested page while another one is displayed', async () => {
    shows([proxy()], 100);
    const router = open('/proxyhistory?page=3');
    await row();
    api.on(LIST, () => new Promise(() => undefined));
    const next = () => person.click(screen.getByRole('button', { name: 'Next' }));
    const at = (page: number) =>
      screen.findByRole('button', { name: `Page ${page}`, current: 'page' });
    await next();
    await at(4);
    await next();
    await at(5);
    await selectOption('Status', 'Expired');
    await at(1);
    await next();
    await waitFor(() => expect(router.state.location.search).toBe('?status=expired&page=2'));
  });

  it('should show four statistics', async () => {
    open();
    const card = (label: string) => screen.getByText(label, { selector: 'dt' }).parentElement;
    await waitFor(() => expect(card('Active Proxies')).toHaveTextContent('3of 5 total'));
    expect(card('Total Spent')).toHaveTextContent('₦61,200');
    expect(card('Countries')).toHaveTextContent('2');
    expect(card('Proxy Types')).toHaveTextContent('2Residential: 4, Datacenter: 1');
  });

  it('should show that nothing matches and clear the filters', async () => {
    shows([]);
    const router = open('/proxyhistory?status=expired');
    await screen.findByText('No proxies found matching your search criteria.');
    await person.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
    await screen.findByRole('link', { name: 'Buy New Proxy' });
    expect(screen.getByText('No proxies found matching your search criteria.')).toBeInTheDocument();
  });

  it('should show that the list could not be loaded, and retry', async () => {
    api.on(LIST, errorReply(404));
    open();
    expect(await screen.findByRole('heading', { name: 'Error Loading Data' })).toBeInTheDocument();
    expect(screen.getByText('Failed to load proxy history')).toBeInTheDocument();
    expect(openedMessages()).toEqual(['Failed to fetch proxy data']);
    api.on(LIST, ok({ proxies: null, pagination: pagination(0), statistics }));
    await person.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(
      await screen.findByText('No proxies found matching your search criteria.'),
    ).toBeInTheDocument();
  });
});
