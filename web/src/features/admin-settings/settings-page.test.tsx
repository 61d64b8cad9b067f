import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiServer } from '@/testing/api-server';
import { renderAt } from '@/testing/render-app';
import { ok, refused } from '@/testing/samples';
import { chief, signInAs, signOutStaff, systemSettings } from '@/testing/staff';
import { forgetToasts, told } from '@/testing/toasts';
import SettingsPage from './settings-page';

const GET = 'GET /admin/system/settings';
const PUT = 'PUT /admin/system/settings';
const TEST = 'POST /admin/system/settings/test-email';
const LOADED = 'Settings loaded successfully';

describe('the system settings', () => {
  let api: ApiServer;
  let stored = systemSettings();

  beforeAll(async () => {
    api = await ApiServer.start();
  });
  afterAll(() => api.stop());
  beforeEach(() => {
    api.reset();
    signInAs('admin');
    stored = systemSettings();
    api.on('GET /user/info', ok({ user: chief }));
    api.on(GET, () => ok({ settings: stored, last_updated: '2026-11-20T08:00:00Z' }));
    api.on(PUT, ({ body }) => {
      stored = { ...stored, ...(body as object) };
      return ok({ last_updated: '2026-11-20T09:00:00Z' });
    });
  });
  afterEach(() => {
    signOutStaff();
    forgetToasts();
  });

  const open = async (address = '/admin/settings') => {
    const view = renderAt(<SettingsPage />, address);
    await screen.findByRole('tab', { name: 'General' });
    await waitFor(() => expect(told()).toContain(LOADED));
    forgetToasts();
    return { ...view, person: userEvent.setup({ delay: null }) };
  };
  const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save Changes' }));
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });

  it('has three tabs, Refresh, Save Changes, when they were updated, and a warning', async () => {
    const { person } = await open();
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'General',
      'Payment',
      'Email',
    ]);
    expect(screen.getByText(/^Last updated: 20 Nov 2026/)).toBeInTheDocument();
    const notice = screen.getByText('Important Notice').parentElement;
    expect(notice).toHaveTextContent(/affect the whole system/);
    expect(screen.getByRole('button', { name: 'Save Changes' })).toBeEnabled();
    await person.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(told()).toEqual([LOADED]));
    expect(api.calls(GET)).toHaveLength(2);
  });

  it('says that they could not be loaded', async () => {
    api.on(GET, refused(403, { message: '' }));
    renderAt(<SettingsPage />, '/admin/settings');
    const title = 'Failed to load system settings';
    expect(await screen.findByText(title, { selector: 'h2' })).toBeInTheDocument();
    expect(told()).toEqual([title]);
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeInTheDocument();
  });

  it('counts characters after 200 of the name and after 400 of the description', async () => {
    await open();
    for (const [label, from, limit] of [
      ['Site name', 200, 255],
      ['Site description', 400, 500],
    ] as const) {
      type(label, 'x'.repeat(from));
      expect(screen.queryByText(`${from}/${limit}`)).not.toBeInTheDocument();
      type(label, 'x'.repeat(from + 1));
      expect(screen.getByText(`${from + 1}/${limit}`)).toBeInTheDocument();
    }
  });

  it('shows the markup percentage only while the markup is on, and forgets it with it', async () => {
    const { person } = await open('/admin/settings?tab=payment');
    const markup = screen.getByRole('switch', { name: /^Price markup/ });
    expect(screen.queryByLabelText('Markup percentage (%)')).not.toBeInTheDocument();
    await person.click(markup);
    expect(screen.getByLabelText('Markup percentage (%)')).toHaveAttribute('max', '1000');
    type('Markup percentage (%)', '150');
    await person.click(markup);
    expect(screen.queryByLabelText('Markup percentage (%)')).not.toBeInTheDocument();
    save();
    await waitFor(() => expect(told()).toContain('Settings saved successfully!'));
  });

  it('steps amounts by 100 and rates by 0.01, within their bounds', async () => {
    await open('/admin/settings?tab=payment');
    for (const [label, min, max, step] of [
      ['Minimum topup (₦)', '100', '1000000', '100'],
      ['Exchange rate (₦ per $)', '1', '10000', '0.01'],
    ] as const) {
      const input = screen.getByLabelText(label);
      expect(['min', 'max', 'step'].map((name) => input.getAttribute(name))).toEqual([
        min,
        max,
        step,
      ]);
    }
  });

  it('saves every field, empty ones and zeros as null, tells it, and loads them anew', async () => {
    await open('/admin/settings?tab=payment');
    type('Minimum topup (₦)', '0');
    type('Exchange rate (₦ per $)', '1650.5');
    type('Korapay public key', '  ');
    save();
    await waitFor(() =>
      expect(told()).toEqual([
        'Settings saved successfully!',
        'Pricing cache cleared. New settings will be used immediately.',
      ]),
    );
    expect(api.calls(PUT).map(({ body }) => body)).toEqual([
      {
        siteName: 'NairaProxy',
        siteDescription: 'Proxies',
        korapayEnabled: true,
        korapayPublicKey: null,
        korapaySecretKey: '••••••••a1b2',
        minimumTopup: null,
        exchangeRate: 1650.5,
        markupEnabled: false,
        markupPercentage: null,
        smtpHost: 'smtp.example.com',
        smtpPort: 587,
        smtpUsername: 'mail@example.com',
        smtpPassword: null,
      },
    ]);
    expect(api.calls(GET)).toHaveLength(2);
  });

  it('keeps what is typed while something else is being saved', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((done) => (release = done));
    api.on(PUT, async ({ body }) => {
      await held;
      stored = { ...stored, ...(body as object), siteName: 'Proxy Market' };
      return ok({ last_updated: '2026-11-20T09:00:00Z' });
    });
    await open();
    type('Site name', ' Proxy Market ');
    save();
    await screen.findByRole('button', { name: 'Saving...' });
    type('Site description', 'New words');
    release();
    expect(await screen.findByText('1 unsaved change')).toBeInTheDocument();
    await screen.findByRole('button', { name: 'Save Changes' });
    expect(screen.getByLabelText('Site name')).toHaveValue('Proxy Market');
    expect(screen.getByLabelText('Site description')).toHaveValue('New words');
  });

  it('follows what somebody else has saved, but for what was changed here', async () => {
    const { person } = await open('/admin/settings?tab=payment');
    type('Minimum topup (₦)', '2000');
    stored = { ...stored, exchangeRate: 1700 };
    await person.click(screen.getByRole('button', { name: 'Refresh' }));
    const rate = screen.getByLabelText('Exchange rate (₦ per $)');
    await waitFor(() => expect(rate).toHaveValue(1700));
    expect(screen.getByText('1 unsaved change')).toBeInTheDocument();
    save();
    await waitFor(() => expect(api.calls(PUT)).toHaveLength(1));
    expect(api.calls(PUT)[0]?.body).toMatchObject({ minimumTopup: 2000, exchangeRate: 1700 });
  });

  it('tells each thing that is wrong, and opens the tab of the first, before it asks the server', async () => {
    const { person } = await open();
    type('Site name', 'x'.repeat(256));
    type('Site description', 'x'.repeat(501));
    await person.click(screen.getByRole('tab', { name: 'Payment' }));
    type('Minimum topup (₦)', '99');
    await person.click(screen.getByRole('tab', { name: 'Email' }));
    type('SMTP port', '65536');
    type('SMTP username', 'mail');
    forgetToasts();
    await person.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(told()).toEqual([
      'Site name must not exceed 255 characters',
      'Site description must not exceed 500 characters',
      'Minimum topup must be at least ₦100',
      'SMTP port must be a number between 1 and 65535',
      'SMTP username must be a valid email address',
    ]);
    expect(api.calls(PUT)).toEqual([]);
    await waitFor(() =>
      expect(screen.getByLabelText('Site name')).toHaveAccessibleDescription(
        /^Site name must not exceed 255 characters/,
      ),
    );
  });

  it('goes to the first wrong input also where its tab comes later than the next frame', async () => {
    const { person } = await open('/admin/settings?tab=email');
    type('SMTP port', '65536');
    await person.click(screen.getByRole('tab', { name: 'General' }));
    const frame = jest.spyOn(window, 'requestAnimationFrame').mockImplementation((draw) => {
      draw(0);
      return 0;
    });
    save();
    await waitFor(() => expect(screen.getByLabelText('SMTP port')).toHaveFocus());
    frame.mockRestore();
  });

  it('tells why the server refused, beside the field too, or that saving failed', async () => {
    const replies = [
      refused(422, { message: 'Invalid', errors: { siteName: ['Not this one.'] } }),
      refused(403, { message: '' }),
    ];
    api.on(PUT, () => replies.shift() ?? {});
    await open();
    type('Site name', 'Other');
    save();
    await waitFor(() => expect(told()).toEqual(['Not this one.']));
    expect(screen.getByLabelText('Site name')).toHaveAccessibleDescription(/^Not this one\./);
    await screen.findByRole('button', { name: 'Save Changes' });
    save();
    await waitFor(() => expect(told()).toContain('Failed to save settings'));
  });

  it('says on changing the tab that changes are kept but not saved', async () => {
    const { person } = await open();
    await person.click(screen.getByRole('tab', { name: 'Payment' }));
    expect(told()).toEqual([]);
    await person.click(screen.getByRole('tab', { name: 'General' }));
    type('Site name', 'Other');
    await person.click(screen.getByRole('tab', { name: 'Payment' }));
    expect(told()).toEqual(['Your changes in General are kept, but not saved yet.']);
    await person.click(screen.getByRole('tab', { name: 'General' }));
    expect(screen.getByLabelText('Site name')).toHaveValue('Other');
  });

  it('asks before changes are lost', async () => {
    const { person, router } = await open();
    type('Site name', 'Other');
    const closing = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(closing);
    expect(closing.defaultPrevented).toBe(true);
    void act(() => void router.navigate('/admin/audit'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
    await person.click(dialog.getByRole('button', { name: 'Stay' }));
    expect(router.state.location.pathname).toBe('/admin/settings');
    expect(screen.getByLabelText('Site name')).toHaveValue('Other');
    void act(() => void router.navigate('/admin/audit'));
    await person.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/audit'));
  });

  it('lets go of a page on which nothing was changed', async () => {
    const { router } = await open();
    const closing = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(closing);
    expect(closing.defaultPrevented).toBe(false);
    await act(async () => router.navigate('/admin/audit'));
    expect(router.state.location.pathname).toBe('/admin/audit');
  });

  it('shows a stored secret masked, to be replaced as a whole', async () => {
    const { person } = await open('/admin/settings?tab=payment');
    const secret = screen.getByLabelText('Korapay secret key');
    expect(secret).toHaveValue('••••••••a1b2');
    expect(secret).toHaveAttribute('readonly');
    await person.click(screen.getByRole('button', { name: 'Replace Korapay secret key' }));
    expect(secret).toHaveValue('');
    expect(secret).toHaveAttribute('type', 'password');
    await person.click(screen.getByRole('button', { name: 'Keep the stored Korapay secret key' }));
    expect(secret).toHaveValue('••••••••a1b2');
  });

  it('tests the mail server with a real mail, by what is saved', async () => {
    const replies = [
      { body: { success: true, message: 'Test email sent to chief@example.com.' } },
      refused(502, { message: 'The test failed: ECONNREFUSED' }),
    ];
    api.on(TEST, () => replies.shift() ?? {});
    const { person } = await open('/admin/settings?tab=email');
    const button = () => screen.getByRole('button', { name: 'Test' });
    await person.click(button());
    await waitFor(() =>
      expect(told()).toEqual([
        'SMTP connection test successful!\nTest email sent to chief@example.com.',
      ]),
    );
    await person.click(await screen.findByRole('button', { name: 'Test' }));
    await waitFor(() => expect(told()).toContain('The test failed: ECONNREFUSED'));
    expect(api.calls(TEST)).toHaveLength(2);
    type('SMTP host', 'other.example.com');
    expect(button()).toBeDisabled();
    expect(button()).toHaveAccessibleDescription(
      'Save your changes first: the test uses the saved settings.',
    );
  });
});
