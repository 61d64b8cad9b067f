import { fireEvent, screen, within } from '@testing-library/react';
import { setUpApi } from '@/testing/api-server';
import { renderAt } from '@/testing/render-app';
import { errorReply, ok } from '@/testing/samples';
import { recordDownloads } from '@/testing/downloads';
import { adminUser, signInAs } from '@/testing/staff';
import SecurityPage from './security-page';

const STATE = 'GET /admin/second-factor';
const BEGIN = 'POST /admin/second-factor/begin';
const CONFIRM = 'POST /admin/second-factor/confirm';
const RENEW = 'POST /admin/second-factor/recovery-codes';
const DISABLE = 'POST /admin/second-factor/disable';
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('SecurityPage', () => {
  const api = setUpApi(() => signInAs('admin'));
  let enabled: boolean;
  const saved = recordDownloads();

  beforeEach(() => {
    enabled = false;
    api.on('GET /user/info', ok({ user: adminUser }));
    api.on(STATE, () =>
      ok({
        enabled,
        enabled_at: enabled ? '2026-11-20T08:00:00Z' : null,
        recovery_codes_left: enabled ? 9 : 0,
      }),
    );
  });

  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

  it('enables two-factor authentication: password, secret, first code, recovery codes', async () => {
    api.on(
      BEGIN,
      ok({ secret: SECRET, otpauth_uri: `otpauth://totp/Shop:chief?secret=${SECRET}` }),
    );
    api.on(CONFIRM, ({ body }) => {
      enabled = (body as { code: string }).code === '493021';
      return enabled
        ? ok({ recovery_codes: ['aaaa-bbbb-cccc-dddd', 'eeee-ffff-gggg-hhhh'] })
        : errorReply(422, { errors: { code: ['That code is not right.'] } });
    });
    renderAt(<SecurityPage />, '/admin/security');
    await screen.findByRole('button', { name: 'Set Up' });
    type('Your password', 'long-enough');
    press('Set Up');
    expect(await screen.findByLabelText('Key')).toHaveValue(SECRET);
    expect(screen.getByLabelText('QR code for your authenticator app')).toBeInTheDocument();
    expect(api.calls(BEGIN).map(({ body }) => body)).toEqual([{ password: 'long-enough' }]);
    type('Code from the app', '000000');
    press('Turn On');
    expect(
      await screen.findByText('That code is not right.', {
        selector: '.ant-form-item-explain-error',
      }),
    ).toBeVisible();
    type('Code from the app', '493021');
    press('Turn On');
    const codes = await screen.findByRole('list', { name: 'Recovery codes' });
    expect(within(codes).getAllByRole('listitem')).toHaveLength(2);
    press('I have saved them');
    expect(await screen.findByText(/9 recovery codes left/)).toBeInTheDocument();
    expect(screen.queryByText('aaaa-bbbb-cccc-dddd')).not.toBeInTheDocument();
  });

  it('makes new recovery codes after a question, and saves them as a file', async () => {
    enabled = true;
    let left = 2;
    api.on(STATE, () =>
      ok({ enabled, enabled_at: '2026-11-20T08:00:00Z', recovery_codes_left: left }),
    );
    api.on(RENEW, () => {
      left = 10;
      return ok({ recovery_codes: ['aaaa-bbbb-cccc-dddd', 'eeee-ffff-gggg-hhhh'] });
    });
    renderAt(<SecurityPage />, '/admin/security');
    expect(await screen.findByText('2 recovery codes left')).toBeInTheDocument();
    press('Make New Recovery Codes');
    const inside = within(await screen.findByRole('dialog'));
    expect(inside.getByText(/The 2 codes that you have stop working/)).toBeInTheDocument();
    expect(api.calls(RENEW)).toHaveLength(0);
    fireEvent.click(inside.getByRole('button', { name: 'Make New Codes' }));
    const codes = await screen.findByRole('list', { name: 'Recovery codes' });
    expect(within(codes).getAllByRole('listitem')).toHaveLength(2);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    press('Download');
    const [file] = saved;
    expect(file?.name).toBe('recovery-codes.txt');
    expect(await file?.content.text()).toContain('aaaa-bbbb-cccc-dddd\neeee-ffff-gggg-hhhh\n');
    press('I have saved them');
    expect(await screen.findByText('10 recovery codes left')).toBeInTheDocument();
  });

  it('disables two-factor authentication with the password and a code', async () => {
    enabled = true;
    api.on(DISABLE, () => {
      enabled = false;
      return { body: { success: true, message: 'Two-factor authentication is off.' } };
    });
    renderAt(<SecurityPage />, '/admin/security');
    await screen.findByText(/9 recovery codes left/);
    type('Your password', 'long-enough');
    type('Code', '493021');
    press('Turn Off');
    expect(await screen.findByText('Two-factor authentication is off.')).toBeInTheDocument();
    expect(await screen.findByRole('button', { name: 'Set Up' })).toBeInTheDocument();
    expect(api.calls(DISABLE)[0]?.body).toEqual({ password: 'long-enough', code: '493021' });
  });

  it('shows that it could not be loaded, and tries again', async () => {
    api.on(STATE, errorReply(403, { message: 'Not now.' }));
    renderAt(<SecurityPage />, '/admin/security');
    expect(await screen.findByText('Failed to load two-factor authentication')).toBeInTheDocument();
    api.on(STATE, ok({ enabled: false, enabled_at: null, recovery_codes_left: 0 }));
    press('Try Again');
    expect(await screen.findByRole('button', { name: 'Set Up' })).toBeInTheDocument();
  });
});
