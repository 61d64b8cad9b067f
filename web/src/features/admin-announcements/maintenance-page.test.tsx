import { screen, waitFor } from '@testing-library/react';
import { session } from '@/api/session';
import { setUpApi } from '@/testing/api-server';
import { openApp } from '@/testing/open-app';
import { person } from '@/testing/person';
import { ada, errorReply, ok } from '@/testing/samples';
import { configureSite } from '@/testing/site';
import { signInAs, systemSettings } from '@/testing/staff';

const SAVE = 'PUT /admin/system/settings';
const message = 'We move. Back soon.';

describe('maintenance', () => {
  const api = setUpApi();
  const serve = (over: Parameters<typeof systemSettings>[0]) =>
    api.on(
      'GET /admin/system/settings',
      ok({ settings: systemSettings(over), last_updated: null, version: 4 }),
    );
  const open = async () => {
    signInAs('admin');
    openApp('/admin/maintenance');
    return screen.findByRole('switch', { name: 'Buying off' });
  };
  const save = () => person.click(screen.getByRole('button', { name: 'Save' }));
  afterEach(() => configureSite(api));

  it('should be switched on with a message and an end, and then be told to staff', async () => {
    serve({});
    api.on(SAVE, ok({ last_updated: null, version: 5 }, 'Settings saved successfully!'));
    await person.click(await open());
    await person.clear(screen.getByLabelText('Message'));
    await person.type(screen.getByLabelText('Message'), message);
    const findEnd = () => screen.findByLabelText('Buying is on again (Lagos)');
    await waitFor(async () => expect(await findEnd()).toBeEnabled());
    await person.type(await findEnd(), '1 Dec 2099, 06:30');
    await person.tab();
    api.on('GET /auth/config', ok({ maintenance: { message, until: '2099-12-01T05:30:00Z' } }));
    await save();
    await waitFor(() => expect(api.calls(SAVE)).toHaveLength(1));
    expect(api.calls(SAVE)[0]!.body).toEqual({
      ...{ maintenanceEnabled: true, maintenanceMessage: message, version: 4 },
      maintenanceUntil: '2099-12-01T06:30:00+01:00',
    });
    expect(await screen.findByRole('complementary', { name: 'Maintenance' })).toHaveTextContent(
      'Maintenance is on: customers cannot buy. Buying is on again on 1 Dec 2099, 06:30.',
    );
  });

  it('should show an end that has passed as off, and forget it', async () => {
    serve({ maintenanceEnabled: true, maintenanceUntil: '2020-01-01T00:00:00Z' });
    api.on(SAVE, errorReply(409, { code: 'SETTINGS_CHANGED', message: 'Others changed them.' }));
    expect(await open()).not.toBeChecked();
    await save();
    await waitFor(() =>
      expect(api.calls(SAVE)[0]?.body).toMatchObject({
        ...{ maintenanceEnabled: false, maintenanceUntil: null },
      }),
    );
    expect(await screen.findByText('Others changed them.')).toBeInTheDocument();
  });

  it('should be told to customers with its message', async () => {
    session.start({ token: 't', user: ada });
    await configureSite(api, { maintenance: { message, until: null } });
    openApp('/profile');
    const banner = await screen.findByRole('complementary', { name: 'Maintenance' });
    expect(banner).toHaveTextContent(/^We move. Back soon.$/);
  });
});
