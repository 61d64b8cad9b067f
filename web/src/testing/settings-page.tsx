import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import SettingsPage from '@/features/admin-settings/settings-page';
import { setUpApi } from './api-server';
import { renderAt } from './render-app';
import { errorReply, ok } from './samples';
import { adminUser, signInAs, systemSettings } from './staff';
import { resetMessages, visibleMessages } from './messages';

export const GET = 'GET /admin/system/settings';
export const PUT = 'PUT /admin/system/settings';
export const LOADED = 'Settings loaded successfully';

/** Answer to a save. @param proposed what the server says when a limit waits for another admin */
export const saved = (version: number, proposed?: string) => ({
  status: proposed === undefined ? 200 : 202,
  body: {
    success: true,
    message: proposed ?? 'Settings saved successfully!',
    data: {
      ...{ last_updated: '2026-11-20T09:00:00Z', version },
      ...(proposed !== undefined && { proposal: { id: 3 } }),
    },
  },
});

/**
 * Signs in an admin and serves fresh settings before each test.
 * @returns the server and its stored settings; tests may replace them.
 */
export function setUpSettingsPage() {
  const server = {
    api: setUpApi(() => signInAs('admin')),
    stored: systemSettings(),
    version: 7,
    /** What others changed, for a save with an earlier version. */
    conflicts: {} as Record<string, string[]>,
  };
  const { api } = server;
  beforeEach(() => {
    Object.assign(server, { stored: systemSettings(), version: 7 });
    api.on('GET /user/info', ok({ user: adminUser }));
    api.on(GET, () =>
      ok({
        settings: server.stored,
        last_updated: '2026-11-20T08:00:00Z',
        version: server.version,
      }),
    );
    api.on(PUT, ({ body }) => {
      const { version, ...changes } = body as { version: number };
      if (version !== server.version)
        return errorReply(409, { code: 'SETTINGS_CHANGED', errors: server.conflicts });
      server.stored = { ...server.stored, ...changes };
      server.version += 1;
      return saved(server.version);
    });
  });
  return server;
}

/** Renders the page and waits until the settings are loaded. */
export async function openSettings(address = '/admin/settings') {
  const view = renderAt(<SettingsPage />, address);
  await screen.findByRole('tab', { name: 'General' });
  await waitFor(() => expect(visibleMessages()).toContain(LOADED));
  resetMessages();
  return { ...view, person: userEvent.setup({ delay: null }) };
}

export const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save Changes' }));

export const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
