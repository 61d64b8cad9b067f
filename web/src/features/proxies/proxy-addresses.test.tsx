import { act, screen, waitFor, within } from '@testing-library/react';
import { person } from '@/testing/person';
import { serveApi } from '@/testing/api-server';
import { openedMessages } from '@/testing/messages';
import { renderAt } from '@/testing/render-app';
import { errorReply, ok, proxy } from '@/testing/samples';
import { ProxyAddresses } from './proxy-addresses';

const GET = 'GET /user/allowed-addresses';
const PUT = 'PUT /user/allowed-addresses';
const listed = (address: string, state = 'active') => ({
  ...{ address, created_at: '2026-11-01T08:00:00Z', last_used_at: null, state },
});

describe('the allowed addresses of a proxy', () => {
  const api = serveApi({
    [GET]: () => ok(lists),
    [PUT]: ({ body }) => {
      lists = toLists((body as { addresses: string[] }).addresses);
      return ok(lists);
    },
  });
  let lists = toLists([]);

  function toLists(own: string[], more: object = {}) {
    return {
      ...{ enabled: true, limit: 3, current_address: '102.89.1.2', account: [listed('9.9.9.9')] },
      proxies: [
        { proxy_id: 4, addresses: own.map((address) => listed(address)) },
        { proxy_id: 5, addresses: [listed('1.1.1.1')] },
      ],
      ...more,
    };
  }

  beforeEach(() => (lists = toLists(['203.0.113.7'])));

  const open = async () => {
    renderAt(<ProxyAddresses proxyId={4} />);
    await screen.findByRole('heading', { name: 'Allowed addresses' });
  };
  const rows = () =>
    within(screen.getByRole('list', { name: 'Allowed addresses' }))
      .queryAllByRole('listitem')
      .map((row) => row.textContent);
  const add = async (text: string) => {
    await person.clear(screen.getByLabelText('IP address'));
    if (text) await person.type(screen.getByLabelText('IP address'), text);
    await person.click(screen.getByRole('button', { name: 'Add' }));
  };

  it('should show the list of the proxy, the limit and what else counts', async () => {
    await open();
    expect(rows()).toEqual([expect.stringMatching(/^203\.0\.113\.7Activesince 1 Nov 2026/)]);
    expect(screen.getByText('1 of 3')).toBeInTheDocument();
    const link = screen.getByRole('link', { name: '1 address for all your proxies' });
    expect(link).toHaveAttribute('href', '/profile?tab=security');
  });

  it('should add an address and remove one', async () => {
    await open();
    await add(' 2001:db8::7 ');
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(screen.getByLabelText('IP address')).toHaveValue('');
    await person.click(screen.getByRole('button', { name: 'Remove 203.0.113.7' }));
    await waitFor(() => expect(rows()).toEqual([expect.stringMatching(/^2001:db8::7/)]));
    expect(api.calls(PUT).map(({ body }) => body)).toEqual([
      { addresses: ['203.0.113.7', '2001:db8::7'], proxy_id: 4 },
      { addresses: ['2001:db8::7'], proxy_id: 4 },
    ]);
    expect(openedMessages()).toEqual(['The address was added.', '203.0.113.7 was removed.']);
  });

  it('should offer the address of the visitor until it is in the list', async () => {
    await open();
    const current = { name: 'Use my current address (102.89.1.2)' };
    await person.click(screen.getByRole('button', current));
    expect(screen.getByLabelText('IP address')).toHaveValue('102.89.1.2');
    await person.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(screen.queryByRole('button', current)).not.toBeInTheDocument();
  });

  it('should show at the field what is wrong with an address', async () => {
    await open();
    const problem = '10.0.0.1 is not a public address. Enter the one that the internet sees';
    api.on(PUT, errorReply(422, { code: 'VALIDATION_FAILED', errors: { addresses: [problem] } }));
    for (const [text, message] of [
      ['', 'Enter an IP address'],
      ['example.com', 'Enter one IPv4 or IPv6 address, such as 203.0.113.7'],
      ['203.0.113.7', 'This address is in the list already'],
      ['10.0.0.1', problem],
    ] as const) {
      await add(text);
      await waitFor(() =>
        expect(screen.getByLabelText('IP address')).toHaveAccessibleDescription(message),
      );
    }
    expect(api.calls(PUT)).toHaveLength(1);
  });

  it('should say how to prove a pending address with this proxy', async () => {
    lists = toLists([], {
      proxies: [{ proxy_id: 4, addresses: [listed('203.0.113.7', 'pending')] }],
    });
    const endpoint = { host: 'gate.test', port: 3128, username: 'u4', password: 'secret' };
    api.on('GET /user/proxies/4', () => ok({ proxy: proxy(endpoint) }));
    await open();
    expect(await screen.findByLabelText('Run this on the server with the address')).toHaveValue(
      `curl -x 'http://u4:secret@gate.test:3128' 'https://api.ipify.org'`,
    );
  });

  it('should offer no command for a proxy that is not active', async () => {
    lists = toLists([], {
      proxies: [{ proxy_id: 4, addresses: [listed('203.0.113.7', 'pending')] }],
    });
    api.on('GET /user/proxies/4', () => ok({ proxy: proxy({ status: 'suspended' }) }));
    await open();
    expect(await screen.findByText(/This proxy is not active/)).toBeVisible();
    expect(screen.queryByLabelText(/Run this/)).not.toBeInTheDocument();
  });

  it.each([
    ['ask again while one of its addresses is pending', 4, true, 2],
    ['not ask again for an address of another proxy', 5, true, 1],
    ['not ask again while the feature is switched off', 4, false, 1],
  ])('should %s', async (_, pendingOf, enabled, times) => {
    jest.useFakeTimers({ advanceTimers: true, doNotFake: ['nextTick', 'setImmediate'] });
    try {
      const addresses = [listed('203.0.113.7', 'pending')];
      lists = toLists([], { enabled, proxies: [{ proxy_id: pendingOf, addresses }] });
      api.on('GET /user/proxies/4', () => ok({ proxy: proxy() }));
      await open();
      await act(() => jest.advanceTimersByTimeAsync(6000));
      await waitFor(() => expect(api.calls(GET)).toHaveLength(times));
    } finally {
      jest.useRealTimers();
    }
  });

  it('should take no more than the limit', async () => {
    lists = toLists(['203.0.113.7', '203.0.113.8', '203.0.113.9']);
    await open();
    expect(screen.getByText(/^The list is full/)).toBeInTheDocument();
    expect(screen.queryByLabelText('IP address')).not.toBeInTheDocument();
  });

  it('should say what an empty list is for', async () => {
    lists = toLists([], { account: [], current_address: null });
    await open();
    expect(rows()).toEqual([]);
    expect(screen.getByText(/Add that of your server to connect/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /current address/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('link')).not.toBeInTheDocument();
  });

  it('should say that the feature is switched off', async () => {
    lists = toLists(['203.0.113.7'], { enabled: false });
    await open();
    expect(screen.getByText(/off at the moment/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Remove 203.0.113.7' })).toBeEnabled();
  });

  it('should offer to load the list again', async () => {
    api.on(GET, errorReply(500));
    renderAt(<ProxyAddresses proxyId={4} />);
    expect(
      await screen.findByText('The allowed addresses could not be loaded.'),
    ).toBeInTheDocument();
    api.on(GET, () => ok(lists));
    await person.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('1 of 3')).toBeInTheDocument();
  });
});
