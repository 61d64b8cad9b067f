import { act, screen, waitFor, within } from '@testing-library/react';
import { openSettings, PUT, save, saved, type, setUpSettingsPage } from '@/testing/settings-page';
import { visibleMessages } from '@/testing/messages';

describe('SettingsPage with unsaved changes', () => {
  const server = setUpSettingsPage();
  const { api } = server;

  it('keeps edits made while a save is in progress', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((done) => (release = done));
    api.on(PUT, async ({ body }) => {
      await held;
      server.stored = { ...server.stored, ...(body as object), siteName: 'Proxy Market' };
      return saved(8);
    });
    await openSettings();
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

  it('takes over settings saved by another admin, except in edited fields', async () => {
    const { person } = await openSettings('/admin/settings?tab=payment');
    type('Minimum topup (₦)', '2000');
    server.stored = { ...server.stored, exchangeRate: 1700 };
    server.version = 8;
    await person.click(screen.getByRole('button', { name: 'Refresh' }));
    const rate = screen.getByLabelText('Exchange rate (₦ per $)');
    await waitFor(() => expect(rate).toHaveValue(1700));
    expect(screen.getByText('1 unsaved change')).toBeInTheDocument();
    save();
    await waitFor(() => expect(api.calls(PUT)).toHaveLength(1));
    expect(api.calls(PUT)[0]?.body).toEqual({ minimumTopup: 2000, version: 8 });
  });

  it('shows what others changed since the page was opened, and lets edits be saved again', async () => {
    const { person } = await openSettings('/admin/settings?tab=payment');
    type('Minimum topup (₦)', '2000');
    type('Korapay public key', 'pk_live_2');
    server.stored = { ...server.stored, exchangeRate: 1700, minimumTopup: 500 };
    server.version = 9;
    server.conflicts = {
      exchangeRate: ['Bola Ade changed this to 1700 on 22 Nov 2026, 12:00.'],
      minimumTopup: ['Bola Ade changed this to 500 on 22 Nov 2026, 12:00.'],
    };
    save();
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Someone else changed the settings' }),
    );
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Minimum topup (₦): Bola Ade changed this to 500 on 22 Nov 2026, 12:00. You changed it too: saving replaces this value.',
      'Exchange rate (₦ per $): Bola Ade changed this to 1700 on 22 Nov 2026, 12:00.',
    ]);
    await waitFor(() => expect(screen.getByLabelText('Exchange rate (₦ per $)')).toHaveValue(1700));
    await person.click(dialog.getByRole('button', { name: 'Save my changes' }));
    await waitFor(() => expect(visibleMessages()).toContain('Settings saved successfully!'));
    expect(api.calls(PUT).map(({ body }) => body)).toEqual([
      { korapayPublicKey: 'pk_live_2', minimumTopup: 2000, version: 7 },
      { korapayPublicKey: 'pk_live_2', minimumTopup: 2000, version: 9 },
    ]);
    expect(server.stored).toMatchObject({ exchangeRate: 1700, minimumTopup: 2000 });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('shows what a new rate and markup do to a price before they are saved', async () => {
    const { person } = await openSettings('/admin/settings?tab=payment');
    const bar = () => screen.queryByRole('group', { name: 'What customers will pay' });
    expect(bar()).not.toBeInTheDocument();
    type('Exchange rate (₦ per $)', '1700');
    await waitFor(() => expect(bar()).toHaveTextContent('Exchange rate ₦1,600 → ₦1,700'));
    expect(bar()).toHaveTextContent('A $10 proxy costs ₦16,000 → ₦17,000');
    await person.click(screen.getByRole('switch', { name: /^Price markup/ }));
    await screen.findByLabelText('Markup percentage (%)');
    type('Markup percentage (%)', '10');
    await waitFor(() => expect(bar()).toHaveTextContent('Markup none → 10%'));
    expect(bar()).toHaveTextContent('A $10 proxy costs ₦16,000 → ₦18,700');
    expect(api.calls(PUT)).toEqual([]);
    const status = bar()?.closest('[role=status]');
    expect(status?.parentElement).toContainElement(
      screen.getByRole('button', { name: 'Save Changes' }),
    );
  });

  it('says that a stored mail password has to be entered for another mail server', async () => {
    server.stored = { ...server.stored, smtpPassword: '••••••••' };
    await openSettings('/admin/settings?tab=email');
    const password = screen.getByLabelText('SMTP password');
    expect(password).toHaveAccessibleDescription(/Stored encrypted/);
    type('SMTP host', 'smtp.other.example');
    await waitFor(() => expect(password).toHaveAccessibleDescription(/Enter the password again/));
  });

  it('shows on a tab change that edits are kept but not saved', async () => {
    const { person } = await openSettings();
    await person.click(screen.getByRole('tab', { name: 'Payment' }));
    expect(visibleMessages()).toEqual([]);
    await person.click(screen.getByRole('tab', { name: 'General' }));
    type('Site name', 'Other');
    expect(await screen.findByText('1 unsaved change')).toBeInTheDocument();
    await person.click(screen.getByRole('tab', { name: 'Payment' }));
    expect(visibleMessages()).toEqual(['Your changes in General are not saved yet.']);
    await person.click(screen.getByRole('tab', { name: 'General' }));
    expect(screen.getByLabelText('Site name')).toHaveValue('Other');
  });

  it('asks before unsaved changes are lost', async () => {
    const { person, router } = await openSettings();
    type('Site name', 'Other');
    expect(await screen.findByText('1 unsaved change')).toBeInTheDocument();
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

  it('leaves the page without asking when nothing was changed', async () => {
    const { router } = await openSettings();
    const closing = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(closing);
    expect(closing.defaultPrevented).toBe(false);
    await act(async () => router.navigate('/admin/audit'));
    expect(router.state.location.pathname).toBe('/admin/audit');
  });
});
