import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { setUpApi, type Received } from '@/testing/api-server';
import { selectOption } from '@/testing/choices';
import { openedMessages } from '@/testing/messages';
import { renderAt } from '@/testing/render-app';
import { errorReply, ok } from '@/testing/samples';
import { signInAs } from '@/testing/staff';
import { EMPTY_LIST, moveUp, type PreviewRow, type PriceList } from './prices';
import PricesPage from './prices-page';

const LOAD = 'GET /admin/prices';
const PREVIEW = 'POST /admin/prices/preview';
const SAVE = 'PUT /admin/prices';

const list: PriceList = {
  ...EMPTY_LIST,
  residential: {
    packages: [
      { gigabytes: 1, validity_days: 30, on_sale: true, usd: 3, overrides: [] },
      { gigabytes: 5, validity_days: 30, on_sale: true, naira: 20_000, overrides: [] },
    ],
    surcharge_percent: { region: 0, city: 0, isp: 0 },
  },
};
const row = (more: Partial<PreviewRow> = {}): PreviewRow => ({
  ...{ product: 'residential', gigabytes: 1, duration_minutes: null, country: 'zz', group: null },
  ...{ on_sale: true, price: 4800, lowest: 4800, targeted: 4800, cost: 3200, targeted_cost: 3200 },
  cost_sources: [{ name: 'DataImpulse', percent: 100, usd_per_gb: 2, in_service: true }],
  ...{ margin_percent: 33.3, below_cost: false, ...more },
});
const version = {
  ...{ id: 7, effective_at: '2026-11-20T09:00:00Z', created_at: '2026-11-20T09:00:00Z' },
  ...{ reason: 'First prices', author: 'Ada Obi', prices: list },
};
const loaded = (more: object = {}) =>
  ok({
    ...{ in_force: version, scheduled: [], latest_version: 7 },
    ...{ exchange_rate: 1600, markup_percent: 0, preview: [row()], ...more },
  });

describe('PricesPage', () => {
  const api = setUpApi(() => signInAs('admin'));
  let person: ReturnType<typeof userEvent.setup>;
  beforeEach(() => {
    person = userEvent.setup({ delay: null });
    api.on(LOAD, loaded());
    api.on(PREVIEW, ({ body }: Received) => {
      const { usd = 0 } = (body as { prices: PriceList }).prices.residential.packages[0]!;
      const price = usd * 1600;
      return ok({
        rows: [row({ price, below_cost: price < 3200, margin_percent: price < 3200 ? -5 : 50 })],
        changes: [{ what: 'Residential 1 GB', before: '$3, 30 days', after: `$${usd}, 30 days` }],
      });
    });
  });

  const open = (path = '/admin/prices') => renderAt(<PricesPage />, path);
  const setPrice = async (value: string) => {
    const field = await screen.findByLabelText('Price of Residential 1 GB');
    await person.clear(field);
    await person.type(field, value);
  };
  const review = async () => {
    const button = await screen.findByRole('button', { name: 'Review and save' });
    await waitFor(() => expect(button).toBeEnabled());
    await person.click(button);
    return within(await screen.findByRole('dialog'));
  };

  it('should show what customers pay beside cost and margin', async () => {
    open();
    const offer = within(await screen.findByRole('region', { name: 'Residential 1 GB' }));
    expect(offer.getByText('₦4,800')).toBeVisible();
    expect(offer.getByText('₦3,200')).toBeVisible();
    expect(offer.getByText('33.3 %')).toBeVisible();
    expect(
      screen.getByText(/^In force since 20 Nov 2026.*by Ada Obi. \$1 is ₦1,600\.$/),
    ).toBeVisible();
    expect(screen.getByRole('button', { name: 'Review and save' })).toBeDisabled();
  });

  it('should say what the cost is made of, and where a place costs something else', async () => {
    const source = (name: string, percent: number, usd: number, serves = true) => ({
      ...{ name, percent, usd_per_gb: usd, in_service: serves },
    });
    const [one, ...others] = list.residential.packages;
    const overrides = [
      { country: 'ng', naira: 9000, on_sale: true },
      { country: 'gh', naira: 9000, on_sale: true },
    ];
    const residential = { ...list.residential, packages: [{ ...one!, overrides }, ...others] };
    const usual = [
      source('DataImpulse', 72, 1),
      source('Evomi', 28, 2.5),
      source('Oxylabs', 0, 8, false),
    ];
    api.on(
      LOAD,
      loaded({
        in_force: { ...version, prices: { ...list, residential } },
        preview: [
          row({ cost_sources: usual }),
          row({ country: 'ng', cost_sources: [source('Oxylabs', 100, 8, false)] }),
          row({ country: 'gh', cost_sources: usual }),
        ],
      }),
    );
    open();
    expect(
      await screen.findByText(
        /^A gigabyte costs you: 72 % DataImpulse at \$1\.00 and 28 % Evomi at \$2\.50; Oxylabs out of service, not counted\./,
      ),
    ).toBeVisible();
    const inNigeria = 'A gigabyte costs you: 100 % Oxylabs at $8.00 (out of service).';
    expect(screen.getByText(inNigeria)).toBeVisible();
    expect(screen.getAllByText(/^A gigabyte costs you/)).toHaveLength(2);
  });

  it('should preview a price, ask why, and save it for the version that was edited', async () => {
    api.on(SAVE, ok({ version: 8, effective_at: '2026-11-23T09:00:00Z' }));
    open();
    await setPrice('4');
    expect(await screen.findByText('₦6,400')).toBeVisible();
    const dialog = await review();
    expect(dialog.getByText('$3, 30 days')).toBeVisible();
    expect(dialog.getByText('$4, 30 days')).toBeVisible();
    await person.type(dialog.getByLabelText('Reason'), 'The provider costs more');
    await person.click(dialog.getByRole('button', { name: 'Change prices' }));
    await waitFor(() => expect(api.calls(SAVE)).toHaveLength(1));
    const { packages } = list.residential;
    expect(api.calls(SAVE)[0]?.body).toEqual({
      prices: {
        ...list,
        residential: { ...list.residential, packages: [{ ...packages[0], usd: 4 }, packages[1]] },
      },
      version: 7,
      reason: 'The provider costs more',
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(api.calls(LOAD).length).toBeGreaterThan(1));
  });

  it('should save a price below cost only once it is confirmed', async () => {
    api.on(SAVE, ok({ version: 8, effective_at: '2026-11-23T09:00:00Z' }));
    open();
    await setPrice('1');
    const dialog = await review();
    await person.type(dialog.getByLabelText('Reason'), 'To win customers');
    const save = dialog.getByRole('button', { name: 'Working...' });
    expect(save).toBeDisabled();
    await person.click(dialog.getByLabelText('I mean to sell below cost'));
    await person.click(dialog.getByRole('button', { name: 'Change prices' }));
    await waitFor(() => expect(api.calls(SAVE)).toHaveLength(1));
    expect(api.calls(SAVE)[0]?.body).toMatchObject({ confirm_below_cost: true });
  });

  it('should keep the draft when somebody else changed the prices', async () => {
    api.on(SAVE, errorReply(409, { code: 'PRICES_CHANGED', message: 'Ben changed the prices.' }));
    open();
    await setPrice('4');
    const dialog = await review();
    await person.type(dialog.getByLabelText('Reason'), 'The provider costs more');
    await person.click(dialog.getByRole('button', { name: 'Change prices' }));
    await waitFor(() => expect(openedMessages()).toEqual(['Ben changed the prices.']));
    expect(dialog.getByLabelText('Reason')).toHaveValue('The provider costs more');
  });

  it('should add a price in a country, and mark what the server refuses', async () => {
    open();
    await person.click(
      await screen.findByRole('button', { name: 'Another price of Residential 1 GB in a country' }),
    );
    api.on(
      PREVIEW,
      errorReply(422, {
        errors: { 'prices.residential.packages.0.overrides.0.country': ['Choose a country'] },
      }),
    );
    await selectOption('Place of Residential 1 GB in a new place', 'Afghanistan');
    await waitFor(() => {
      const { prices } = api.calls(PREVIEW).at(-1)?.body as { prices: PriceList };
      expect(prices.residential.packages[0]?.overrides).toEqual([
        { country: 'af', usd: 3, on_sale: true },
      ]);
    });
    const offer = within(await screen.findByRole('region', { name: 'Residential 1 GB' }));
    await waitFor(() => expect(offer.getByText('Choose a country')).toBeVisible());
    expect(screen.getByRole('button', { name: 'Review and save' })).toBeDisabled();
  });

  it('should say where a package is sold that is off sale elsewhere', async () => {
    const [offer] = list.residential.packages;
    const overrides = [
      { country: 'gh', usd: 2, on_sale: true },
      { country: 'ng', usd: 2, on_sale: false },
    ];
    const packages = [{ ...offer!, on_sale: false, overrides }];
    const prices = { ...list, residential: { ...list.residential, packages } };
    api.on(LOAD, loaded({ in_force: { ...version, prices } }));
    open();
    const region = within(await screen.findByRole('region', { name: 'Residential 1 GB' }));
    expect(region.getByText('Sold only in Ghana.')).toBeVisible();
    await person.click(region.getByRole('switch', { name: 'Residential 1 GB on sale' }));
    expect(region.queryByText(/^Sold only/)).toBeNull();
  });

  it('should read a CSV file into the editor without saving it', async () => {
    const { packages } = list.residential;
    const read = { ...list, residential: { ...list.residential, packages: [packages[0]!] } };
    api.on('POST /admin/prices/import', ok({ prices: read }));
    open();
    await person.click(await screen.findByRole('button', { name: 'Import CSV' }));
    const dialog = within(await screen.findByRole('dialog'));
    await person.type(dialog.getByLabelText('Price list'), 'product');
    await person.click(dialog.getByRole('button', { name: 'Read prices' }));
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'Residential 5 GB' })).toBeNull(),
    );
    expect(api.calls(SAVE)).toHaveLength(0);
  });

  it('should show and cancel prices that begin later', async () => {
    const start = { ...version, id: 9, effective_at: '2026-12-01T08:00:00Z', reason: 'Christmas' };
    api.on(LOAD, loaded({ scheduled: [start] }));
    api.on('DELETE /admin/prices/scheduled/9', ok(null));
    open();
    expect(await screen.findByText(/^Other prices begin on 1 Dec 2026/)).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Cancel them' }));
    await waitFor(() => expect(api.calls('DELETE /admin/prices/scheduled/9')).toHaveLength(1));
  });

  it('should show who changed what, when and why', async () => {
    api.on(
      'GET /admin/prices/history',
      ok({
        versions: [
          {
            ...{
              id: 7,
              in_force: true,
              cancelled_at: null,
              reason: 'Costs rose',
              author: 'Ada Obi',
            },
            ...{ effective_at: version.effective_at, created_at: version.created_at },
            changes: [{ what: 'Residential 1 GB', before: '$2', after: '$3' }],
          },
        ],
        pagination: { total: 1, last_page: 1 },
      }),
    );
    open('/admin/prices?tab=history');
    await person.click(await screen.findByText('Costs rose'));
    expect(await screen.findByText('$2')).toBeVisible();
    expect(screen.getByText('In force')).toBeVisible();
  });

  it('should say when the prices cannot be loaded', async () => {
    api.on(LOAD, errorReply(500));
    open();
    expect(await screen.findByRole('heading', { name: 'Failed to load the prices' })).toBeVisible();
  });

  it('should set a price in all countries of a continent, each by itself', async () => {
    const period = { duration_minutes: 43_200 as const, on_sale: true, usd: 2, overrides: [] };
    const overrides = [{ country: 'ng', usd: 3, cost_usd: 1, on_sale: false }];
    const datacenter = { periods: [{ ...period, overrides }], tiers: [] };
    api.on(LOAD, loaded({ in_force: { ...version, prices: { ...list, datacenter } } }));
    open('/admin/prices?tab=datacenter');
    const section = within(
      await screen.findByRole('region', { name: 'Price in a group of countries' }),
    );
    await selectOption('Group of countries', 'Africa');
    await selectOption('Period of the group', '30 days');
    await person.type(section.getByLabelText('Price of the group'), '4');
    await person.click(section.getByRole('button', { name: 'Set in 54 countries' }));
    expect(await screen.findByRole('button', { name: /54 prices in countries/ })).toBeVisible();
    await waitFor(() => expect(api.calls(PREVIEW)).not.toHaveLength(0));
    const sent = (api.calls(PREVIEW).at(-1)!.body as { prices: PriceList }).prices;
    const stored = sent.datacenter.periods[0]!.overrides;
    expect(stored).toHaveLength(54);
    expect(stored[0]).toEqual({ country: 'ng', usd: 4, cost_usd: 1, on_sale: false });
    expect(stored.at(-1)).toEqual({ country: 'zw', usd: 4, on_sale: true });
  });

  it('should change the exchange rate where it is read, through the settings', async () => {
    open();
    expect(await screen.findByText(/\$1 is ₦1,600/)).toBeVisible();
    api.on('GET /admin/system/settings', ok({ settings: {}, last_updated: null, version: 4 }));
    api.on(
      'PUT /admin/system/settings',
      ok({ last_updated: null, version: 5 }, 'Settings saved successfully!'),
    );
    await person.click(screen.getByRole('button', { name: 'Change exchange rate' }));
    const dialog = within(await screen.findByRole('dialog'));
    const field = dialog.getByLabelText('Naira for a US dollar');
    expect(field).toHaveValue('1600');
    await person.clear(field);
    await person.type(field, '1650');
    api.on(LOAD, loaded({ exchange_rate: 1650 }));
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled());
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/\$1 is ₦1,650/)).toBeVisible();
    expect(api.calls('PUT /admin/system/settings')[0]?.body).toEqual({
      exchangeRate: 1650,
      version: 4,
    });
  });
});

describe('moveUp', () => {
  it('should swap an item with the one before', () => {
    expect(moveUp([1, 2, 3], 2)).toEqual([1, 3, 2]);
    expect(moveUp([1, 2, 3], 1)).toEqual([2, 1, 3]);
  });
});
