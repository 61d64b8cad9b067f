import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { person } from '@/testing/person';
import { session } from '@/api/session';
import { serveApi } from '@/testing/api-server';
import { selectOption, listOptions } from '@/testing/choices';
import { renderAt } from '@/testing/render-app';
import { ada, datacenterProxy, ok, proxy, errorReply } from '@/testing/samples';
import { configureSite } from '@/testing/site';
import { openedMessages } from '@/testing/messages';
import ConfigurationDialog from './configuration-dialog';

const UPDATE_DATACENTER = 'PUT /proxies/update-datacenter';
const UPDATE_POOL = 'PUT /proxies/update-residential-mobile';
const place = (code: string, name: string) => ({ code, name });

describe('the proxy configuration dialog', () => {
  const api = serveApi({
    'GET /pool/countries': ok([
      { ...place('ng', 'Nigeria'), has_regions: true, has_cities: true, has_isps: true },
      { ...place('gh', 'Ghana'), has_regions: true, has_cities: true, has_isps: true },
    ]),
    'GET /pool/regions': ok([place('lagos', 'Lagos State')]),
    'GET /pool/cities': ok([place('ikeja', 'Ikeja')]),
    'GET /pool/isps': ok([place('mtn', 'MTN')]),
  });

  const open = async (of = proxy()) => {
    renderAt(<ConfigurationDialog proxy={of} onClose={jest.fn()} />);
    return within(await screen.findByRole('dialog'));
  };
  type Dialog = Awaited<ReturnType<typeof open>>;
  const radios = (dialog: Dialog, legend: string) =>
    within(dialog.getByRole('radiogroup', { name: legend }))
      .getAllByRole('radio')
      .map((radio) => (radio as HTMLInputElement).labels?.[0]?.textContent);
  const save = async (dialog: Dialog) =>
    person.click(await dialog.findByRole('button', { name: 'Save' }));

  describe('for a datacenter proxy', () => {
    it('should show read-only connection details with copy buttons, order date and price', async () => {
      const dialog = await open(datacenterProxy());
      for (const [label, value] of [
        ['Host', 'gw.example'],
        ['HTTP port', '3128'],
        ['SOCKS5 port', '1081'],
        ['Login', 'np12345'],
        ['Password', 'secret-word'],
        ['Connection string', 'gw.example:3128:np12345:secret-word'],
      ] as const) {
        const field = dialog.getByLabelText(label);
        expect(field).toHaveValue(value);
        expect(field).toHaveAttribute('readonly');
        expect(
          dialog.getByRole('button', { name: `Copy ${label.toLowerCase()}` }),
        ).toBeInTheDocument();
      }
      expect(dialog.getByText('Order date').parentElement).toHaveTextContent('1 Nov 2026, 11:00');
      expect(dialog.getByText('Price').parentElement).toHaveTextContent('₦4,800');
    });

    it('should say that the login travels unencrypted, and offer the port that encrypts it', async () => {
      const before = await open(datacenterProxy());
      expect(before.queryByLabelText('HTTPS port')).not.toBeInTheDocument();
      expect(before.getByText(/travel to the proxy unencrypted/)).toBeInTheDocument();
      await configureSite(api, { gateway_https_port: 3129 });
      expect(before.getByLabelText('HTTPS port')).toHaveValue('3129');
      expect(before.getByText(/Only the HTTPS port encrypts/)).toBeInTheDocument();
      await configureSite(api, { gateway_https_port: null });
    });

    it('should show the connection string in either format', async () => {
      const dialog = await open(datacenterProxy());
      expect(radios(dialog, 'Format')).toEqual(['Host:port', 'Protocol']);
      await person.click(dialog.getByRole('radio', { name: 'Protocol' }));
      expect(dialog.getByLabelText('Connection string')).toHaveValue(
        'http://np12345:secret-word@gw.example:3128',
      );
    });

    it('should save the protocol with the provider’s proxy id', async () => {
      api.on(UPDATE_DATACENTER, ok({ proxy: datacenterProxy() }));
      const dialog = await open(datacenterProxy());
      expect(radios(dialog, 'Protocol')).toEqual(['HTTP', 'SOCKS5']);
      await person.click(dialog.getByRole('radio', { name: 'SOCKS5' }));
      await save(dialog);
      await waitFor(() =>
        expect(openedMessages()).toEqual(['Datacenter proxy configuration updated successfully!']),
      );
      expect(api.calls(UPDATE_DATACENTER).map(({ body }) => body)).toEqual([
        { protocol: 'socks5', proxy_id: 'gw_9' },
      ]);
    });
  });

  describe('for a residential or mobile proxy', () => {
    it('should keep the room for the parts of the country while the countries load', async () => {
      api.on('GET /pool/countries', () => new Promise<never>(() => undefined));
      const dialog = await open(proxy({ location: 'ng' }));
      for (const label of ['Region', 'City', 'ISP'])
        expect(dialog.getByLabelText(label)).toBeInTheDocument();
    });

    it('should offer locations, session types and protocols', async () => {
      const dialog = await open();
      for (const label of ['Country', 'Region', 'City', 'ISP'])
        expect(await dialog.findByLabelText(label)).toBeInTheDocument();
      expect(radios(dialog, 'Session type')).toEqual([
        'Keep IP as long as possible (high trust)',
        'Rotate on every new request',
        '1 minute',
        '2 minutes',
        '5 minutes',
        '10 minutes',
        '30 minutes',
        '1 hour',
        '6 hours',
        '12 hours',
        '24 hours',
      ]);
      expect(radios(dialog, 'Protocol')).toEqual(['HTTP', 'SOCKS5']);
      expect(radios(dialog, 'Output format')).toEqual(['Host:port', 'Protocol']);
    });

    it('should list Random first and hide region and city while the country is Random', async () => {
      const dialog = await open(proxy({ location: 'zz' }));
      await dialog.findByRole('button', { name: 'Save' });
      expect(dialog.queryByLabelText('Region')).not.toBeInTheDocument();
      expect(dialog.queryByLabelText('City')).not.toBeInTheDocument();
      expect(dialog.getByLabelText('ISP')).toBeInTheDocument();
      expect(await listOptions('Country')).toEqual(['Random', 'Nigeria', 'Ghana']);
    });

    it('should show Loading while lists load and Saving while saving', async () => {
      let release: () => void = () => undefined;
      let held = new Promise<void>((done) => (release = done));
      api.on('GET /pool/isps', async () => {
        await held;
        return ok([]);
      });
      const dialog = await open();
      expect(await dialog.findByRole('button', { name: 'Loading' })).toBeDisabled();
      release();
      const button = await dialog.findByRole('button', { name: 'Save' });
      held = new Promise<void>((done) => (release = done));
      api.on(UPDATE_POOL, async () => {
        await held;
        return ok({ proxy: proxy() });
      });
      await person.click(button);
      expect(await dialog.findByRole('button', { name: 'Saving' })).toBeDisabled();
      release();
      await dialog.findByRole('button', { name: 'Save' });
    });

    it('should tell what a more expensive place costs, and sell it on one more confirmation', async () => {
      const price = { current_price: 4_960, required_price: 12_400, difference: 7_440 };
      api.on('POST /user/proxies/4/place/quote', ok({ ...price, currency: 'NGN' }));
      const moved = { order_id: 9, order_status: 'delivered', proxy: proxy({ location: 'gh' }) };
      api.on('POST /user/proxies/4/place', ok(moved, 'Your proxy may leave there now.'));
      session.start({ token: 't', user: ada });
      const dialog = await open();
      await dialog.findByRole('button', { name: 'Save' });
      await selectOption('Country', 'Ghana');
      expect(
        await dialog.findByText(
          'Your traffic was not bought for this place, where it costs ₦7,440 more.',
        ),
      ).toBeInTheDocument();
      expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
      await person.click(dialog.getByRole('button', { name: 'Move there for ₦7,440' }));
      const pay = await screen.findByRole('button', { name: 'Pay ₦7,440' });
      for (const [label, naira] of [
        ['Paid for the traffic that is left', '₦4,960'],
        ['Its price there', '₦12,400'],
        ['To pay', '₦7,440'],
      ] as const)
        expect(screen.getByText(label).closest('tr')).toHaveTextContent(naira);
      await person.click(pay);
      await waitFor(() =>
        expect(api.calls('POST /user/proxies/4/place').map(({ body }) => body)).toEqual([
          { country: 'gh', region: null, city: null, isp: null, expected_total: 7_440 },
        ]),
      );
      await waitFor(() => expect(openedMessages()).toContain('Your proxy may leave there now.'));
      expect(api.calls(UPDATE_POOL)).toEqual([]);
    });

    const PLACE = 'POST /user/proxies/4/place';
    const openPayment = async () => {
      const price = { current_price: 4_960, required_price: 12_400, difference: 7_440 };
      api.on(`${PLACE}/quote`, ok({ ...price, currency: 'NGN' }));
      api.on('GET /user/info', ok({ user: ada }));
      session.start({ token: 't', user: ada });
      const dialog = await open();
      await dialog.findByRole('button', { name: 'Save' });
      await selectOption('Country', 'Ghana');
      await person.click(await dialog.findByRole('button', { name: 'Move there for ₦7,440' }));
      return screen.findByRole('button', { name: 'Pay ₦7,440' });
    };
    const changedTo = (actual_total: number, expected_total = 7_440) =>
      errorReply(409, {
        ...{ code: 'PRICE_CHANGED', message: 'The price changed. You were not charged.' },
        errors: { expected_total, actual_total },
      });
    const totals = () =>
      api.calls(PLACE).map(({ body }) => (body as { expected_total: number }).expected_total);

    it('should pay a lower price by itself when the proxy has used traffic meanwhile', async () => {
      const moved = { order_id: 9, order_status: 'delivered', proxy: proxy({ location: 'gh' }) };
      api.on(PLACE, ({ body }) =>
        (body as { expected_total: number }).expected_total === 7_200
          ? ok(moved, 'It may leave there.')
          : changedTo(7_200),
      );
      await person.click(await openPayment());
      await waitFor(() => expect(openedMessages()).toEqual(['It may leave there.']));
      expect(totals()).toEqual([7_440, 7_200]);
      const [first, second] = api.calls(PLACE).map(({ headers }) => headers['idempotency-key']);
      expect(first).toMatch(/^[0-9A-Z]{32}$/);
      expect(second).not.toBe(first);
    });

    it('should pay a lower price by itself once only', async () => {
      api.on(PLACE, ({ body }) => {
        const { expected_total: total } = body as { expected_total: number };
        return changedTo(total - 10, total);
      });
      await person.click(await openPayment());
      await waitFor(() =>
        expect(openedMessages()).toEqual(['The price changed. You were not charged.']),
      );
      expect(totals()).toEqual([7_440, 7_430]);
    });

    it('should show a higher price and pay it only after another press', async () => {
      let release = (): void => undefined;
      const held = new Promise<void>((done) => (release = done));
      const pay = await openPayment();
      api.on(PLACE, changedTo(8_000));
      api.on(`${PLACE}/quote`, async () => {
        await held;
        const price = { current_price: 4_960, required_price: 12_960, difference: 8_000 };
        return ok({ ...price, currency: 'NGN' });
      });
      await person.click(pay);
      await waitFor(() =>
        expect(openedMessages()).toEqual(['The price changed. You were not charged.']),
      );
      expect(await screen.findByRole('button', { name: 'Pay ₦7,440' })).toBeDisabled();
      release();
      expect(await screen.findByRole('button', { name: 'Pay ₦8,000' })).toBeEnabled();
      expect(totals()).toEqual([7_440]);
    });

    it('should save the selection, with null for Random', async () => {
      api.on(UPDATE_POOL, ok({ proxy: proxy() }));
      const dialog = await open();
      await dialog.findByRole('button', { name: 'Save' });
      await selectOption('Country', 'Ghana');
      await selectOption('Region', 'Lagos State');
      await person.click(dialog.getByRole('radio', { name: '5 minutes' }));
      await person.click(dialog.getByRole('radio', { name: 'SOCKS5' }));
      await save(dialog);
      await waitFor(() =>
        expect(openedMessages()).toEqual([
          'Residential/Mobile proxy configuration updated successfully!',
        ]),
      );
      expect(api.calls(UPDATE_POOL).map(({ body }) => body)).toEqual([
        {
          proxy_id: 'gw_4',
          protocol: 'socks5',
          country: 'gh',
          region: 'lagos',
          city: null,
          isp: null,
          ttl_minutes: 5,
          connection_type: 'residential',
        },
      ]);
      await selectOption('Country', 'Nigeria');
      await save(dialog);
      await waitFor(() => expect(api.calls(UPDATE_POOL)).toHaveLength(2));
      expect(api.calls(UPDATE_POOL)[1]?.body).toMatchObject({
        country: 'ng',
        region: null,
        city: null,
        isp: null,
      });
    });

    it('should keep a duration that is none of the usual ones', async () => {
      api.on(UPDATE_POOL, ok({ proxy: proxy() }));
      const custom = proxy();
      const pool_data = custom.pool_data && { ...custom.pool_data, ttl_minutes: 45 };
      const dialog = await open({ ...custom, pool_data });
      expect(dialog.getByRole('radio', { name: '45 minutes' })).toBeChecked();
      await save(dialog);
      await waitFor(() => expect(api.calls(UPDATE_POOL)).toHaveLength(1));
      expect(api.calls(UPDATE_POOL)[0]?.body).toMatchObject({ ttl_minutes: 45 });
    });

    it('should generate one to ten proxies, by default one, and show their format', async () => {
      const dialog = await open();
      const format = dialog.getByLabelText('Format');
      expect(format).toHaveValue('host:port:username:password');
      expect(format).toHaveAttribute('readonly');
      const count = dialog.getByLabelText('Count');
      const lines = () =>
        (dialog.getByLabelText('Generated proxies') as HTMLTextAreaElement).value.split('\n');
      expect(count).toHaveValue('1');
      expect(lines()).toHaveLength(1);
      expect(lines()[0]).toMatch(/^gw\.example:3128:np12345-session-[a-z0-9]{8}:secret-word$/);
      const copy = dialog.getByRole('button', { name: 'Copy generated proxies' });
      for (const [typed, shown, made, problem] of [
        ['7', '7', 7, null],
        ['99', '99', 9, 'At most 10'],
        ['2.5', '2.5', 2, 'Whole numbers only'],
        ['0', '0', 1, 'At least 1'],
        ['', '1', 1, null],
      ] as const) {
        await person.clear(count);
        if (typed) await person.type(count, typed);
        await person.tab();
        const found = dialog.queryByText(/^At most|^At least|^Whole/)?.textContent ?? null;
        expect([typed, found]).toEqual([typed, problem]);
        expect(count).toHaveValue(shown);
        expect(lines()).toHaveLength(made);
        expect(copy).toHaveProperty('disabled', problem !== null);
      }
    });

    it('should mask every credential until it is asked for', async () => {
      const dialog = await open();
      for (const label of ['Login', 'Password', 'Connection string'])
        expect(dialog.getByLabelText(label)).toHaveAttribute('type', 'password');
      const lines = dialog.getByLabelText('Generated proxies');
      expect(lines).toHaveClass('masked');
      await person.click(dialog.getByRole('button', { name: 'Show generated proxies' }));
      expect(lines).not.toHaveClass('masked');
    });

    it('should name the sessions alike at each opening', async () => {
      const read = async () => {
        const dialog = await open();
        return (dialog.getByLabelText('Generated proxies') as HTMLTextAreaElement).value;
      };
      const first = await read();
      cleanup();
      expect(await read()).toBe(first);
    });
  });

  it.each([
    [errorReply(422, { message: 'This place is gone.' }), 'This place is gone.'],
    [errorReply(500), 'Failed to update proxy configuration'],
  ])('should show errors with the server’s message or a fallback (%#)', async (reply, words) => {
    api.on(UPDATE_POOL, reply);
    await save(await open());
    await waitFor(() => expect(openedMessages()).toEqual([words]));
  });

  it('should show a separate message when no response arrives', async () => {
    const dialog = await open(datacenterProxy());
    api.isDown = true;
    await save(dialog);
    await waitFor(() =>
      expect(openedMessages()).toEqual([
        'An error occurred while updating the proxy configuration.',
      ]),
    );
  });
});
