import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { setUpApi } from '@/testing/api-server';
import { selectOption } from '@/testing/choices';
import { openedMessages } from '@/testing/messages';
import { renderAt } from '@/testing/render-app';
import { errorReply, ok } from '@/testing/samples';
import { signInAs } from '@/testing/staff';
import { mockWideViewport } from '@/testing/viewport';
import NetworkPage from './network-page';
import { dialect, network, networkHealth } from './network-samples';
import { provider } from './provider-samples';

const ADD = 'POST /admin/supply/networks';
const CHANGE = 'PUT /admin/supply/networks/3';
const PREVIEW = 'POST /admin/supply/networks/preview';

const CUSTOM = dialect({
  id: 'custom',
  name: 'Custom',
  host: null,
  ports: { http: null, https: null, socks5: null },
  username_template: '',
  targeting: { region: true, city: true, isp: true, asn: true },
});

jest.setTimeout(60_000);

describe('NetworkPage', () => {
  const api = setUpApi(() => signInAs('admin'));
  mockWideViewport();

  beforeEach(() => {
    api.on('GET /admin/supply/dialects', ok({ dialects: [dialect(), CUSTOM] }));
    api.on('GET /admin/supply/networks', ok({ networks: [network()] }));
    api.on('GET /admin/supply/networks/3', ok({ network: network() }));
    api.on('GET /admin/supply/providers', ok({ providers: [] }));
    api.on('GET /admin/supply/networks/3/places', ok({ lists: [] }));
    api.on(PREVIEW, ok({ username: 'customer-shop-cc-NG', password_masked: '••••••••' }));
  });

  const start = async (provider: string) => {
    const user = userEvent.setup({ delay: null });
    renderAt(<NetworkPage />, '/admin/network');
    await user.click(await screen.findByRole('radio', { name: provider }));
    return user;
  };

  it('should fill in what is known of a provider, and show only what it can express', async () => {
    await start('Oxylabs');
    expect(await screen.findByLabelText('Host')).toHaveValue('pr.oxylabs.io');
    expect(screen.getByLabelText('Port')).toHaveValue('7777');
    expect(screen.getByText(/Place and session go into the user name/)).toHaveTextContent(
      'from 1 minute to 30 minutes',
    );
    expect(screen.getByRole('switch', { name: /choose a city/ })).toBeVisible();
    expect(screen.queryByRole('switch', { name: /choose an ISP/ })).toBeNull();
    expect(
      screen.getByText('Oxylabs has no word for internet providers and AS numbers.'),
    ).toBeVisible();
  });

  it('should add a network with a preview of what is sent', async () => {
    const user = await start('Oxylabs');
    await user.click(screen.getByRole('button', { name: 'Add network' }));
    expect(await screen.findByText('Enter the password of the account')).toBeVisible();
    expect(screen.getByText('Enter a cost from 0 to 1000 US dollars')).toBeVisible();
    await user.type(screen.getByLabelText('User name'), 'customer-shop');
    await user.type(screen.getByLabelText('Password'), 'secret-1');
    await user.type(screen.getByLabelText('Cost per GB (US dollars)'), '3.5');
    expect(await screen.findByText(/costs you \$3\.76/)).toBeVisible();
    expect(await screen.findByText('customer-shop-cc-NG')).toBeVisible();
    const asked = api.calls(PREVIEW).at(-1)?.body;
    expect(asked).toMatchObject({ dialect: 'oxylabs', username: 'customer-shop', ttl_minutes: 10 });
    expect(JSON.stringify(api.calls(PREVIEW))).not.toContain('secret-1');
    await user.click(screen.getByRole('radio', { name: 'Only these' }));
    await user.type(await screen.findByLabelText('Countries on sale'), 'nigeria');
    await selectOption('Countries on sale', 'Nigeria');
    api.on(ADD, {
      status: 201,
      body: { success: true, message: 'The network is added.', data: { network: network() } },
    });
    await user.click(screen.getByRole('button', { name: 'Add network' }));
    await waitFor(() => expect(openedMessages()).toContain('The network is added.'));
    expect(api.calls(ADD)[0]?.body).toMatchObject({
      name: 'Oxylabs residential',
      username: 'customer-shop',
      password: 'secret-1',
      username_template: null,
      countries: ['ng'],
      targeting: { region: false, city: false, isp: false, asn: false },
      cost_usd_per_gb: 3.5,
      bytes_per_gb: 1_000_000_000,
      weight: 1,
      enabled: true,
    });
  });

  it('should say where the tests have put it out of sale, and why', async () => {
    const down = {
      state: 'down',
      down_since: '2026-11-18T09:00:00Z',
      last_error: 'No answer',
    } as const;
    api.on('GET /admin/supply/health', ok({ networks: [networkHealth({}, down)] }));
    renderAt(<NetworkPage />, '/admin/network?id=3');
    const note = (await screen.findByText(/^Out of sale/)).closest('[role=note]');
    expect(note).toHaveTextContent(/Nigeria, .* ago: No answer/);
  });

  it('should link the network with an account of its provider', async () => {
    api.on(
      'GET /admin/supply/providers',
      ok({
        providers: [
          provider({ id: 7, name: 'Oxylabs main', kind: 'oxylabs' }),
          provider({ id: 8, name: 'Webshare main', kind: 'webshare' }),
        ],
      }),
    );
    api.on(CHANGE, ok({ network: network() }));
    const user = userEvent.setup({ delay: null });
    renderAt(<NetworkPage />, '/admin/network?id=3');
    await user.click(await screen.findByLabelText('Account of its API'));
    expect(screen.queryByTitle('Webshare main')).toBeNull();
    await selectOption('Account of its API', 'Oxylabs main');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(api.calls(CHANGE)[0]?.body).toMatchObject({ provider_id: 7 }));
  });

  it('should check a list of places, show its mistakes, then import it', async () => {
    const IMPORT = 'POST /admin/supply/networks/3/places/import';
    const counts = { added: 2, changed: 0, removed: 1, unchanged: 3 };
    const user = userEvent.setup({ delay: null });
    renderAt(<NetworkPage />, '/admin/network?id=3');
    expect(await screen.findByText('No list yet: every name is sold.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Import places' }));
    const dialog = await screen.findByRole('dialog', { name: 'Import places' });
    await user.click(within(dialog).getByRole('button', { name: 'Check list' }));
    expect(await within(dialog).findByText('Paste a list or choose a file')).toBeVisible();
    await user.click(within(dialog).getByLabelText('CSV'));
    await user.paste('level,country,name,provider_name');
    const wrong = { ...counts, stored: false, problem_count: 1 };
    api.on(IMPORT, ok({ ...wrong, problems: [{ line: 3, message: 'The name is missing.' }] }));
    await user.click(within(dialog).getByRole('button', { name: 'Check list' }));
    expect(await within(dialog).findByText('1 line cannot be read')).toBeVisible();
    expect(within(dialog).getByText('The name is missing.')).toBeVisible();
    expect(within(dialog).getByRole('button', { name: 'Import places' })).toBeDisabled();
    await user.click(within(dialog).getByRole('button', { name: 'Back' }));
    api.on(IMPORT, ok({ ...counts, stored: false, problem_count: 0, problems: [] }));
    await user.click(within(dialog).getByRole('button', { name: 'Check list' }));
    expect(await within(dialog).findByText(/2 added, 0 changed, 1 removed/)).toBeVisible();
    const list = { level: 'city', count: 1200, imported_at: '2026-11-25T09:00:00Z' };
    api.on('GET /admin/supply/networks/3/places', ok({ lists: [list] }));
    await user.click(within(dialog).getByRole('button', { name: 'Import places' }));
    expect(await screen.findByText('1,200')).toBeVisible();
    expect(api.calls(IMPORT).map(({ body }) => (body as { dry_run?: boolean }).dry_run)).toEqual([
      true,
      true,
      undefined,
    ]);
    api.on('DELETE /admin/supply/networks/3/places/city', {
      body: { success: true, message: '1,200 places are removed.' },
    });
    await user.click(screen.getByRole('button', { name: 'Remove the list of cities' }));
    await waitFor(() => expect(openedMessages()).toContain('1,200 places are removed.'));
  });

  it('should say what the lists of the provider would change, then store them', async () => {
    const READ = 'POST /admin/supply/networks/3/places/read';
    const LISTS = 'GET /admin/supply/networks/3/places';
    const counts = { added: 1200, changed: 0, removed: 0, unchanged: 0, skipped: 3 };
    const account = { name: 'IPRoyal main', levels: ['city'] };
    const error = 'The provider lists only 4 of them now.';
    api.on(LISTS, ok({ lists: [], account }));
    api.on(READ, ok({ ...counts, stored: false, problems: [], problem_count: 0 }));
    const user = userEvent.setup({ delay: null });
    renderAt(<NetworkPage />, '/admin/network?id=3');
    await user.click(await screen.findByRole('button', { name: 'Read from IPRoyal main' }));
    const dialog = await screen.findByRole('dialog', { name: 'Places of IPRoyal main' });
    expect(within(dialog).getByText(/1,200 added, 0 changed/)).toBeVisible();
    expect(within(dialog).getByText(/^3 places are left out/)).toBeVisible();
    api.on(READ, { body: { success: true, message: 'The places are stored.', data: counts } });
    const list = { level: 'city', count: 1200, imported_at: '2026-11-25T09:00:00Z', source: 'api' };
    api.on(LISTS, ok({ lists: [{ ...list, error }], account }));
    await user.click(within(dialog).getByRole('button', { name: 'Store places' }));
    expect(await screen.findByText(/read from the provider/)).toBeVisible();
    expect(screen.getByText(`Not brought up to date: ${error}`)).toBeVisible();
    expect(api.calls(READ).map(({ body }) => body)).toEqual([{ dry_run: true }, {}]);
  });

  it('should lead to the accounts when none of the provider is connected', async () => {
    await start('Oxylabs');
    expect(await screen.findByText(/None is connected/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Provider accounts' })).toHaveAttribute(
      'href',
      '/admin/providers',
    );
    expect(screen.getByLabelText('Account of its API')).toBeDisabled();
  });

  it('should name the filter that cannot be expressed, at its input', async () => {
    const user = await start('Oxylabs');
    await user.type(screen.getByLabelText('User name'), 'shop');
    await screen.findByText('customer-shop-cc-NG');
    api.on(PREVIEW, errorReply(422, { errors: { isp: ['Oxylabs has no word for the isp'] } }));
    await user.type(screen.getByLabelText('ISP or AS number'), 'mtn');
    expect(await screen.findByText('Oxylabs has no word for the isp')).toBeVisible();
    expect(screen.getByText('This cannot be asked for')).toBeVisible();
    expect(screen.queryByText('customer-shop-cc-NG')).toBeNull();
  });

  it('should mark the character that is wrong in a template', async () => {
    const user = await start('Custom');
    await user.type(screen.getByLabelText('User name'), 'shop');
    api.on(
      PREVIEW,
      errorReply(422, {
        errors: { username_template: ['login is no value; there are user (character 9)'] },
      }),
    );
    await user.click(screen.getByLabelText('User name template'));
    await user.paste('{user}-{login}');
    const alerts = await screen.findAllByText('login is no value; there are user (character 9)');
    expect(alerts[0]).toBeVisible();
    expect(screen.getByText('l', { selector: 'mark' })).toBeVisible();
  });

  it('should ask for the password again when it would go somewhere else', async () => {
    const user = userEvent.setup({ delay: null });
    renderAt(<NetworkPage />, '/admin/network?id=3');
    expect(await screen.findByText('Stored encrypted. Leave it empty to keep it.')).toBeVisible();
    await user.type(screen.getByLabelText('Host'), '.evil.example');
    expect(await screen.findByText(/^Enter it again: the stored one/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('Enter the password of the account')).toBeVisible();
    expect(api.calls('PUT /admin/supply/networks/3')).toEqual([]);
  });

  it('should keep the stored password, and show what the server refuses at its input', async () => {
    const user = userEvent.setup({ delay: null });
    renderAt(<NetworkPage />, '/admin/network?id=3');
    const name = await screen.findByLabelText('Name');
    expect(screen.getByLabelText('Password')).toHaveValue('');
    expect(screen.queryByRole('radio', { name: 'Custom' })).toBeNull();
    await user.clear(name);
    await user.type(name, 'Taken');
    api.on(CHANGE, errorReply(422, { errors: { name: ['Another network has it'] } }));
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('Another network has it')).toBeVisible();
    await user.clear(name);
    await user.type(name, 'Oxylabs 2');
    api.on(CHANGE, {
      body: { success: true, message: 'The network is changed.', data: { network: network() } },
    });
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(openedMessages()).toContain('The network is changed.'));
    const body = api.calls(CHANGE).at(-1)?.body;
    expect(body).toMatchObject({ name: 'Oxylabs 2', countries: ['ng', 'gh', 'ke', 'za'] });
    expect(body).not.toHaveProperty('password');
  });

  it('should stay to correct what fails the test', async () => {
    const user = userEvent.setup({ delay: null });
    renderAt(<NetworkPage />, '/admin/network?id=3');
    await user.type(await screen.findByLabelText('Password'), 'wrong');
    const error = 'The provider refuses our account.';
    api.on(CHANGE, ok({ network: network({ enabled: false }), test_error: error }));
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    const dialog = await screen.findByRole('dialog', {
      name: 'Oxylabs NG is saved, but not enabled',
    });
    expect(dialog).toHaveTextContent(error);
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    api.on(CHANGE, {
      body: {
        ...{ success: true, message: 'The network is changed.' },
        data: { network: network(), test_error: null },
      },
    });
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(openedMessages()).toEqual(['The network is changed.']));
  });

  it('should ask before it leaves with unsaved changes', async () => {
    const user = userEvent.setup({ delay: null });
    renderAt(<NetworkPage />, '/admin/network?id=3');
    await user.type(await screen.findByLabelText('Name'), 'X');
    await user.click(screen.getByRole('link', { name: 'Cancel' }));
    const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    expect(dialog).toHaveTextContent('Your changes to this network are not saved.');
    await user.click(within(dialog).getByRole('button', { name: 'Stay' }));
    expect(screen.getByLabelText('Name')).toHaveValue('Oxylabs NGX');
  });

  it('should test the stored account, and say what came of it', async () => {
    const user = userEvent.setup({ delay: null });
    const probe = { ok: true, exit_ip: '198.51.100.7', country_found: 'gh', latency_ms: 240 };
    api.on('POST /admin/supply/networks/3/probe', ok({ ...probe, error: null }));
    renderAt(<NetworkPage />, '/admin/network?id=3');
    const button = await screen.findByRole('button', { name: 'Test connection' });
    await user.click(button);
    expect(await screen.findByText('The connection works')).toBeVisible();
    expect(screen.getByText('Address 198.51.100.7, Ghana, 240 ms')).toBeVisible();
    await selectOption('Country to test', 'Nigeria');
    await user.click(button);
    expect(await screen.findByText('It answered from Ghana, not from Nigeria')).toBeVisible();
    expect(api.calls('POST /admin/supply/networks/3/probe').at(-1)?.body).toEqual({
      country: 'ng',
    });
    const failure = { ok: false, exit_ip: null, country_found: null, latency_ms: null };
    api.on('POST /admin/supply/networks/3/probe', ok({ ...failure, error: 'Wrong password' }));
    await user.click(button);
    expect(await screen.findByText('Wrong password')).toBeVisible();
    await user.type(screen.getByLabelText('Name'), 'X');
    expect(button).toBeDisabled();
  });

  it('should say what failed', async () => {
    api.on('GET /admin/supply/networks/3', errorReply(404, { code: 'NETWORK_NOT_FOUND' }));
    renderAt(<NetworkPage />, '/admin/network?id=3');
    expect(await screen.findByRole('button', { name: 'Try Again' })).toBeVisible();
  });

  it('should compare what the provider counted with what the gateways did', async () => {
    const user = userEvent.setup({ delay: null });
    const day = {
      ...{ day: '2026-11-23', own_bytes: 50_000_000_000, provider_bytes: 52_500_000_000 },
      ...{ source: 'staff', recorded_at: '2026-11-24T08:00:00Z', is_off: true },
    };
    api.on('GET /admin/supply/networks/3/provider-usage', ok({ days: [day] }));
    renderAt(<NetworkPage />, '/admin/network?id=3');
    const panel = await screen.findByRole('region', { name: 'Compare with the provider' });
    expect(await within(panel).findByText('+5%')).toBeVisible();
    expect(within(panel).getByText('1 day differs by more than 3 %.')).toBeVisible();
    await user.type(await within(panel).findByLabelText('Day'), '24/11/2026{Enter}');
    await user.type(within(panel).getByLabelText('GB counted there'), '52.3');
    const message = 'The provider’s count is saved.';
    api.on('PUT /admin/supply/networks/3/provider-usage', {
      body: { success: true, message, data: { days: [] } },
    });
    await user.click(within(panel).getByRole('button', { name: 'Save count' }));
    await waitFor(() => expect(openedMessages()).toContain(message));
    expect(api.calls('PUT /admin/supply/networks/3/provider-usage')[0]?.body).toEqual({
      ...{ day: '2026-11-24', bytes: 52_300_000_000 },
    });
  });
});
