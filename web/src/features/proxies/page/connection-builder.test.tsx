import { act, screen, waitFor } from '@testing-library/react';
import { session } from '@/api/session';
import { selectOption } from '@/testing/choices';
import { person } from '@/testing/person';
import { ada, errorReply, ok, proxy } from '@/testing/samples';
import { answerEndpoints, ENDPOINTS, PROXY, serveProxyPage } from '@/testing/proxy-page';

describe('the connection list of a proxy', () => {
  const { api, open, openView } = serveProxyPage();
  const openList = () => openView('List', 'Connection list');

  it('should build a list of the chosen length, session and format', async () => {
    open();
    const list = await openList();
    const count = list.getByRole('spinbutton', { name: 'Number of connections' });
    await person.clear(count);
    await person.type(count, '3');
    const lines = await list.findByRole('region', { name: 'connection list' });
    await waitFor(() => expect(lines).toHaveTextContent('np12345-session-s3'));
    expect(lines).not.toHaveTextContent('secret-word');
    await selectOption('Format', 'URL', list);
    const write = jest.spyOn(navigator.clipboard, 'writeText');
    await person.click(list.getByRole('button', { name: 'Copy connection list' }));
    expect(write.mock.lastCall?.[0].split('\n')).toEqual(
      [1, 2, 3].map((line) => `http://np12345-session-s${line}:secret-word@gw.example:3128`),
    );
    await selectOption('Session', 'Rotating: new for every request', list);
    await waitFor(() =>
      expect(Object.fromEntries(api.calls(ENDPOINTS).at(-1)!.query)).toEqual({
        count: '3',
        country: 'ng',
        session: 'rotating',
        protocol: 'http',
      }),
    );
  });

  it('should keep a number beyond the limit as it was typed, with an error and no other list', async () => {
    open();
    const list = await openList();
    const copy = await list.findByRole('button', { name: 'Copy connection list' });
    for (const [label, typed, problem] of [
      ['Number of connections', '1001', 'At most 1,000'],
      ['Minutes to keep the address', '1441', 'At most 1,440'],
    ] as const) {
      const field = list.getByLabelText(label);
      await person.clear(field);
      await person.type(field, typed);
      await person.tab();
      expect(list.getByText(problem)).toBeVisible();
      expect(field).toHaveValue(typed);
      expect(copy).toBeDisabled();
      expect(list.getByRole('button', { name: 'Download' })).toBeDisabled();
      await person.clear(field);
      await person.tab();
      await waitFor(() => expect(copy).toBeEnabled());
      expect(list.queryByText(problem)).not.toBeInTheDocument();
    }
    const asked = api
      .calls(ENDPOINTS)
      .map(({ query }) => [Number(query.get('count')), Number(query.get('ttl_minutes'))]);
    expect(asked.filter(([count, ttl]) => count! > 1000 || ttl! > 1440)).toEqual([]);
    expect(asked.some(([count, ttl]) => count === 1000 || ttl === 1440)).toBe(false);
  });

  it('should copy no lines of the previous choice while those of a new one load', async () => {
    open();
    const list = await openList();
    const copy = await list.findByRole('button', { name: 'Copy connection list' });
    expect(copy).toBeEnabled();
    let answer = (): void => undefined;
    api.on(ENDPOINTS, async (request) => {
      await new Promise<void>((go) => (answer = go));
      return answerEndpoints(request);
    });
    await selectOption('Session', 'Rotating: new for every request', list);
    await waitFor(() => expect(copy).toBeDisabled());
    await waitFor(() => expect(api.calls(ENDPOINTS).at(-1)?.query.get('session')).toBe('rotating'));
    answer();
    await waitFor(() => expect(copy).toBeEnabled());
  });

  it('should show why a choice has no list', async () => {
    const errors = { isp: ['This proxy was bought for the isp mtn.'] };
    api.on(ENDPOINTS, errorReply(422, { message: 'Invalid', errors }));
    open();
    const list = await openList();
    expect(await list.findByText('This proxy was bought for the isp mtn.')).toBeInTheDocument();
  });

  it('should spread the list of a proxy for any country over chosen ones', async () => {
    const country = { has_regions: true, has_cities: false, has_isps: false };
    api.on(PROXY, ok({ proxy: proxy({ location: 'zz' }) }));
    api.on(
      'GET /pool/countries',
      ok([
        { ...country, code: 'ng', name: 'Nigeria' },
        { ...country, code: 'gh', name: 'Ghana' },
      ]),
    );
    api.on('GET /pool/regions', ok([{ code: 'lagos', name: 'Lagos' }]));
    open();
    const list = await openList();
    const asked = () => api.calls(ENDPOINTS).at(-1)!.query;
    await list.findByRole('button', { name: 'Copy connection list' });
    expect(asked().has('country')).toBe(false);
    await selectOption('Countries', 'Ghana', list);
    await selectOption('Region', 'Lagos', list);
    await waitFor(() =>
      expect([asked().get('country'), asked().get('region')]).toEqual(['gh', 'lagos']),
    );
    const errors = { current_price: 4_960, required_price: 49_600, difference: 44_640 };
    const message = 'The traffic of this proxy was not bought for Nigeria.';
    api.on(ENDPOINTS, errorReply(409, { code: 'PLACE_NOT_INCLUDED', message, errors }));
    await selectOption('Countries', 'Nigeria', list);
    expect(await list.findByText(message)).toBeVisible();
    expect([asked().get('country'), asked().has('region')]).toEqual(['gh,ng', false]);
    // It would move the proxy to one country.
    expect(list.queryByRole('button', { name: /^Move there/ })).not.toBeInTheDocument();
    expect(list.queryByLabelText('Region')).not.toBeInTheDocument();
    expect(list.getByText(/fewer lines than countries/)).toBeVisible();
    await person.type(list.getByLabelText('Number of connections'), '0');
    expect(list.getByText('The lines take the countries in turn.')).toBeVisible();
  });

  it('should choose a provider by its AS number where the country has that', async () => {
    const country = { code: 'ng', name: 'Nigeria', has_regions: false, has_cities: false };
    api.on('GET /pool/countries', ok([{ ...country, has_isps: true, has_asns: true }]));
    api.on('GET /pool/isps', ok([{ code: 'mtn', name: 'MTN' }]));
    open();
    const list = await openList();
    const asn = await list.findByLabelText('ASN');
    const asked = () => api.calls(ENDPOINTS).at(-1)?.query.get('isp');
    await person.type(asn, 'google{Enter}');
    expect(list.getByText('Enter an AS number, such as AS37148.')).toBeVisible();
    expect(asked()).toBeNull();
    await person.clear(asn);
    await person.type(asn, '37148{Enter}');
    await waitFor(() => expect(asked()).toBe('as37148'));
    expect(asn).toHaveValue('AS37148');
    expect(list.queryByText(/Enter an AS number/)).not.toBeInTheDocument();
    await selectOption('ISP', 'MTN', list);
    await waitFor(() => expect(asked()).toBe('mtn'));
    expect(asn).toHaveValue('');
    await person.type(asn, 'as15169');
    await person.tab();
    await waitFor(() => expect(asked()).toBe('as15169'));
  });

  /** The server refuses the list of a more expensive place. */
  const chooseDearerPlace = async () => {
    const errors = { current_price: 4_960, required_price: 49_600, difference: 44_640 };
    api.on(ENDPOINTS, errorReply(409, { code: 'PLACE_NOT_INCLUDED', message: 'No', errors }));
    const country = { code: 'ng', name: 'Nigeria', has_regions: false, has_cities: false };
    api.on('GET /pool/countries', ok([{ ...country, has_isps: true }]));
    api.on('GET /pool/isps', ok([{ code: 'mtn', name: 'MTN' }]));
    act(() => session.start({ token: 't', user: { ...ada, wallet_balance: 100_000 } }));
    open();
    const list = await openList();
    await selectOption('ISP', 'MTN', list);
    return list;
  };

  it('should tell what a list of a more expensive place costs, without asking for it', async () => {
    const list = await chooseDearerPlace();
    expect(
      await list.findByText(
        'Your traffic was not bought for this place, where it costs ₦44,640 more.',
      ),
    ).toBeInTheDocument();
    expect(list.getByRole('button', { name: 'Move there for ₦44,640' })).toBeEnabled();
    expect(list.queryByRole('button', { name: 'Try Again' })).not.toBeInTheDocument();
    expect(api.calls('POST /user/proxies/4/place/quote')).toEqual([]);
  });

  it('should load the list again when its place turns out to be included', async () => {
    const list = await chooseDearerPlace();
    const included = { current_price: 4_960, required_price: 4_960, difference: 0 };
    api.on('POST /user/proxies/4/place/quote', ok({ ...included, currency: 'NGN' }));
    api.on('POST /user/proxies/4/place', () => {
      api.on(ENDPOINTS, answerEndpoints);
      return errorReply(409, { code: 'PLACE_INCLUDED', message: 'It costs no more.' });
    });
    await person.click(await list.findByRole('button', { name: 'Move there for ₦44,640' }));
    await person.click(await screen.findByRole('button', { name: 'Pay ₦44,640' }));
    expect(await list.findByText('1 connection')).toBeVisible();
  });
});
