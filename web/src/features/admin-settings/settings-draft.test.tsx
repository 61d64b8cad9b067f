import { act, screen, waitFor, within } from '@testing-library/react';
import type { ApiServer } from '@/testing/api-server';
import { ok } from '@/testing/samples';
import {
  openSettings,
  PUT,
  save,
  type,
  setUpSettingsPage,
  type SettingsServer,
} from '@/testing/settings-page';
import { visibleMessages } from '@/testing/messages';

describe('SettingsPage with unsaved changes', () => {
  let server: SettingsServer;
  let api: ApiServer;
  setUpSettingsPage((started) => {
    server = started;
    ({ api } = server);
  });

  it('keeps edits made while a save is in progress', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((done) => (release = done));
    api.on(PUT, async ({ body }) => {
      await held;
      server.stored = { ...server.stored, ...(body as object), siteName: 'Proxy Market' };
      return ok({ last_updated: '2026-11-20T09:00:00Z' });
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
    await person.click(screen.getByRole('button', { name: 'Refresh' }));
    const rate = screen.getByLabelText('Exchange rate (₦ per $)');
    await waitFor(() => expect(rate).toHaveValue(1700));
    expect(screen.getByText('1 unsaved change')).toBeInTheDocument();
    save();
    await waitFor(() => expect(api.calls(PUT)).toHaveLength(1));
    expect(api.calls(PUT)[0]?.body).toMatchObject({ minimumTopup: 2000, exchangeRate: 1700 });
  });

  // spec: A2.77
  it('shows on a tab change that edits are kept but not saved', async () => {
    const { person } = await openSettings();
    await person.click(screen.getByRole('tab', { name: 'Payment' }));
    expect(visibleMessages()).toEqual([]);
    await person.click(screen.getByRole('tab', { name: 'General' }));
    type('Site name', 'Other');
    expect(await screen.findByText('1 unsaved change')).toBeInTheDocument();
    await person.click(screen.getByRole('tab', { name: 'Payment' }));
    expect(visibleMessages()).toEqual(['Your changes in General are kept, but not saved yet.']);
    await person.click(screen.getByRole('tab', { name: 'General' }));
    expect(screen.getByLabelText('Site name')).toHaveValue('Other');
  });

  // spec: A2.78
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

  // spec: A2.78
  it('leaves the page without asking when nothing was changed', async () => {
    const { router } = await openSettings();
    const closing = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(closing);
    expect(closing.defaultPrevented).toBe(false);
    await act(async () => router.navigate('/admin/audit'));
    expect(router.state.location.pathname).toBe('/admin/audit');
  });
});
