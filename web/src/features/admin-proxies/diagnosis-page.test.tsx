import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { setUpApi } from '@/testing/api-server';
import { renderAt } from '@/testing/render-app';
import { errorReply, ok } from '@/testing/samples';
import { signInAs } from '@/testing/staff';
import { visibleMessages } from '@/testing/messages';
import DiagnosisPage from './diagnosis-page';

const PATH = 'GET /admin/proxies/41/diagnosis';
const at = '2026-11-29T01:00:00Z';

const diagnosis = {
  proxy: {
    ...{ id: 41, type: 'residential', location: 'ng', region: null, city: 'lagos', isp: null },
    ...{ status: 'active', is_expired: false, expires_at: at, protocol: 'http', ip: null },
    endpoint: 'gate.example.com:3128',
    user: { id: 7, name: 'Ada Obi', email: 'ada@example.com' },
  },
  status: 'blocked',
  reasons: [
    {
      ...{ code: 'NO_EXIT', is_blocking: true, message: 'Nothing serves Lagos now.' },
      how_to_fix: 'Bring a network back.',
    },
    {
      ...{ code: 'TARGET_TIMEOUT', is_blocking: false, message: '3 requests were refused.' },
      how_to_fix: 'Tell the customer: “Try again.”',
    },
  ],
  not_known: ['Requests with a wrong username: they belong to no proxy.'],
  failures: [
    {
      ...{ reason: 'TARGET_TIMEOUT', count: 3, last_at: at, title: 'Target too slow' },
      ...{ cause: 'It did not answer in time.', how_to_fix: 'Try again.' },
    },
  ],
  exits: [
    {
      ...{ at, gateway: 'g1', country: 'ng', latency_ms: 120, error: 'place_empty' },
      route: { kind: 'network', id: 3, name: 'Decodo' },
    },
  ],
  networks: [
    {
      ...{ id: 3, name: 'Decodo', state: 'down', last_error: 'It does not answer' },
      ...{ requests: 12, bytes: 1024, last_used_on: at },
    },
  ],
  usage: {
    ...{ up: 1024, down: 1024, requests: 20, failures: 3, peak_connections: 4 },
    ...{ last_seen_at: at, used_bytes: 2048, limit_bytes: 4096, connection_limit: 200 },
  },
  connections: {
    ...{ total: 2, complete: true },
    connections: ['a', 'b'].map((id) => ({
      ...{ id, started_at: at, protocol: 'connect', client_network: '198.51.100.0/24' },
      ...{ bytes_up: 1, bytes_down: 2, session: 'main', gateway: 'g1' },
    })),
  },
  would_use: [{ gateway: 'g1', refused_for: 'NO_EXIT', route: null, until: null, candidates: 0 }],
};

describe('the diagnosis of a proxy', () => {
  const api = setUpApi(() => signInAs('admin'));
  beforeEach(() => api.on(PATH, ok(diagnosis)));

  const open = (address = '/admin/proxies/41') => ({
    ...renderAt(
      <Routes>
        <Route path="/admin/proxies/:id" element={<DiagnosisPage />} />
      </Routes>,
      address,
    ),
    person: userEvent.setup({ delay: null }),
  });
  const region = async (name: string | RegExp) =>
    within(await screen.findByRole('region', { name }));

  it('says what refuses the requests first, what to do, and where', async () => {
    open();
    const result = await region('Result');
    expect(result.getByRole('heading', { name: 'Every request is refused now' })).toBeVisible();
    const [first, second] = result.getAllByRole('listitem');
    expect(first).toHaveTextContent('Nothing serves Lagos now.Bring a network back.');
    expect(within(first!).getByRole('link')).toHaveAttribute('href', '/admin/coverage');
    expect(within(second!).getByRole('button', { name: /answer for the customer/ })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Ada Obi' })).toHaveAttribute(
      'href',
      '/admin/userprofile?id=7',
    );
    const shown = {
      'Next request': 'Refused: NO_EXITGateway g1',
      'Refused in the last 24 hours': 'Target too slow',
      'Networks of the place': 'Tests fail',
      'Last connections': 'No address there',
      'What is not known': 'Requests with a wrong username: they belong to no proxy.',
    };
    for (const [name, text] of Object.entries(shown))
      expect((await region(name)).getByRole('listitem')).toHaveTextContent(text);
  });

  it('tests the proxy, and checks again with what came of it', async () => {
    api.on(
      'POST /admin/proxies/41/test',
      ok({
        ...{ ok: true, exit_ip: '102.89.3.7', country_sold: 'ng', country_found: 'ng' },
        ...{ latency_ms: 321, error: null },
      }),
    );
    const { person } = open();
    await region('Result');
    await person.click(screen.getByRole('button', { name: 'Test now' }));
    expect(await screen.findByText('The test worked in 321 ms.')).toBeVisible();
    expect(screen.getByText(/^It left from 102\.89\.3\.7, in Nigeria/)).toBeVisible();
    await waitFor(() => expect(api.calls(PATH)).toHaveLength(2));
  });

  it('closes all connections once that is confirmed', async () => {
    api.on('DELETE /admin/proxies/41/connections', ok({ closed: 2 }));
    const { person } = open();
    const list = await region('Open connections (2)');
    await person.click(list.getByRole('button', { name: 'Close all' }));
    const dialog = within(screen.getByRole('dialog'));
    await person.click(dialog.getByRole('button', { name: 'Close them' }));
    await waitFor(() => expect(visibleMessages()).toEqual(['2 closed.']));
  });

  it('offers neither to who may not manage proxies', async () => {
    signInAs('sub-admin');
    open();
    await region('Result');
    for (const name of ['Test now', 'Close all'])
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
  });

  it('shows an error with a retry, and that an address is none', async () => {
    const replies = [errorReply(403, { message: 'Try later.' }), ok(diagnosis)];
    api.on(PATH, () => replies.shift() ?? {});
    const { person, unmount } = open();
    expect(await screen.findByText('Try later.')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Try Again' }));
    await region('Result');
    unmount();
    open('/admin/proxies/none');
    expect(screen.getByText('No proxy has this address')).toBeVisible();
  });
});
