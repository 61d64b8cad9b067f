import { screen, within } from '@testing-library/react';
import { person } from '@/testing/person';
import { session } from '@/api/session';
import { serveApi } from '@/testing/api-server';
import { renderAt } from '@/testing/render-app';
import { ada, errorReply, ok } from '@/testing/samples';
import TwoFactor from './two-factor';

const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('Two-factor authentication of a customer', () => {
  const api = serveApi({
    'GET /user/second-factor': () =>
      ok({
        enabled,
        enabled_at: enabled ? '2026-11-20T08:00:00Z' : null,
        recovery_codes_left: enabled ? 9 : 0,
      }),
  });
  let enabled: boolean;
  beforeEach(() => {
    enabled = false;
    session.start({ token: 't', user: ada });
  });

  it('should be set up with the calls of customers, and show the recovery codes', async () => {
    api.on(
      'POST /user/second-factor/begin',
      ok({ secret: SECRET, otpauth_uri: `otpauth://totp/Shop:ada?secret=${SECRET}` }),
    );
    api.on('POST /user/second-factor/confirm', () => {
      enabled = true;
      return ok({ recovery_codes: ['aaaa-bbbb-cccc-dddd'] });
    });
    renderAt(<TwoFactor />);
    await person.type(await screen.findByLabelText('Your password'), 'long-enough');
    await person.click(screen.getByRole('button', { name: 'Set Up' }));
    expect(await screen.findByLabelText('Key')).toHaveValue(SECRET);
    await person.type(screen.getByLabelText('Code from the app'), '493021');
    await person.click(screen.getByRole('button', { name: 'Turn On' }));
    const codes = within(await screen.findByRole('list', { name: 'Recovery codes' }));
    expect(codes.getByText('aaaa-bbbb-cccc-dddd')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'I have saved them' }));
    expect(await screen.findByText('9 recovery codes left')).toBeVisible();
  });

  it('should tell who only signs in with Google to set a password first', async () => {
    const text = 'Your account has no password yet.';
    api.on('POST /user/second-factor/begin', errorReply(422, { errors: { password: [text] } }));
    renderAt(<TwoFactor />);
    await person.type(await screen.findByLabelText('Your password'), 'none');
    await person.click(screen.getByRole('button', { name: 'Set Up' }));
    expect(await screen.findByText(text)).toBeVisible();
  });
});
