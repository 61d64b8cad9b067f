import { randomUUID } from 'node:crypto';
import { useCustomerApi } from '../../support/customer-api';

interface Shown {
  id: string;
  ip: string;
  user_agent: string;
  current: boolean;
}

describe('Profile sessions', () => {
  const api = useCustomerApi();

  const list = async (token: string) =>
    (await api.call('GET', '/profile/sessions', { token })).body.data as unknown as Shown[];
  const end = (token: string, id: string) =>
    api.call('DELETE', `/profile/sessions/${id}`, { token });

  it('should list every active session and mark the current one', async () => {
    const { id, token } = await api.customer();
    await api.signIn(id, { ip: '203.0.113.7', userAgent: 'Firefox' });
    await api.signIn(id, { ip: '203.0.113.8', userAgent: 'ended' });
    await api.signIn(id, { ip: '203.0.113.9', userAgent: 'silent' });
    await api.sql(`UPDATE session SET revoked_at = now() WHERE user_agent = 'ended'`);
    await api.sql(
      `UPDATE session SET last_seen_at = now() - interval '8 days' WHERE user_agent = 'silent'`,
    );
    await api.customer();
    const shown = await list(token);
    expect(shown.map(({ ip, user_agent, current }) => ({ ip, user_agent, current }))).toEqual(
      expect.arrayContaining([
        { ip: '203.0.113.7', user_agent: 'Firefox', current: false },
        { ip: '127.0.0.1', user_agent: 'test', current: true },
      ]),
    );
    expect(shown).toHaveLength(2);
  });

  it('should revoke one session immediately and audit it', async () => {
    const { id, token } = await api.customer();
    const phone = await api.signIn(id, { userAgent: 'phone' });
    const { id: phoneId } = (await list(token)).find(({ user_agent }) => user_agent === 'phone')!;
    expect((await end(token, phoneId)).body).toEqual({
      success: true,
      message: 'That device has been signed out.',
    });
    expect((await api.call('GET', '/profile', { token: phone })).status).toBe(401);
    expect((await api.call('GET', '/profile', { token })).status).toBe(200);
    expect((await end(token, phoneId)).body.code).toBe('SESSION_NOT_FOUND');
    const rows = await api.sql(
      `SELECT actor_id FROM audit_log WHERE action = 'auth.session_ended' AND target = $1`,
      [`user:${id}`],
    );
    expect(rows).toEqual([{ actor_id: id }]);
  });

  it('should end another session only within 15 minutes of the sign-in, and the present one always', async () => {
    const { id, token } = await api.customer();
    await api.signIn(id, { userAgent: 'phone' });
    const sessions = await list(token);
    const phone = sessions.find(({ user_agent }) => user_agent === 'phone')!;
    const present = sessions.find(({ current }) => current)!;
    await api.sql(`UPDATE session SET created_at = now() - interval '15 minutes' WHERE id = $1`, [
      present.id,
    ]);
    expect(await end(token, phone.id)).toMatchObject({
      status: 403,
      body: { code: 'REAUTHENTICATION_REQUIRED' },
    });
    expect((await list(token)).map((session) => session.id)).toContain(phone.id);
    await api.sql(`UPDATE session SET created_at = now() - interval '14 minutes' WHERE id = $1`, [
      present.id,
    ]);
    expect((await end(token, phone.id)).status).toBe(200);
    await api.sql(`UPDATE session SET created_at = now() - interval '1 day' WHERE id = $1`, [
      present.id,
    ]);
    expect((await end(token, present.id)).status).toBe(200);
  });

  it('should log out when the current session is revoked', async () => {
    const { token } = await api.customer();
    const [{ id }] = (await list(token)) as [Shown];
    expect((await end(token, id)).status).toBe(200);
    expect((await api.call('GET', '/profile', { token })).status).toBe(401);
  });

  it('should answer 404 to sessions of other users and unknown ids', async () => {
    const ada = await api.customer();
    const eve = await api.customer();
    const [{ id }] = (await list(ada.token)) as [Shown];
    for (const other of [id, randomUUID(), 'nonsense', '12'])
      expect((await end(eve.token, other)).status).toBe(404);
    expect((await api.call('GET', '/profile', { token: ada.token })).status).toBe(200);
  });

  it('should set the password of an account without one, soon after its sign-in, and only once', async () => {
    const { id, token } = await api.customer();
    const phone = await api.signIn(id, { userAgent: 'phone' });
    await api.sql(`UPDATE users SET password_hash = NULL, google_subject = $2 WHERE id = $1`, [
      ...[id, `google-${id}`],
    ]);
    const shown = async () =>
      (await api.call('GET', '/user/info', { token })).body.data as unknown as { user: object };
    expect(await shown()).toMatchObject({ user: { has_password: false, has_google: true } });
    const set = (new_password: string) =>
      api.call('POST', '/profile/set-password', {
        token,
        body: { new_password, new_password_confirmation: new_password },
      });
    const age = (by: string) =>
      api.sql(`UPDATE session SET created_at = created_at - $2::interval WHERE user_id = $1`, [
        ...[id, by],
      ]);
    expect((await set('iloveyou')).body.errors).toHaveProperty('new_password');
    await age('16 minutes');
    expect((await set('four red umbrellas')).body.code).toBe('REAUTHENTICATION_REQUIRED');
    await age('-16 minutes');
    expect((await set('four red umbrellas')).status).toBe(200);
    expect((await set('four red umbrellas')).body.code).toBe('PASSWORD_EXISTS');
    expect(await shown()).toMatchObject({ user: { has_password: true, has_google: true } });
    expect((await api.call('GET', '/profile', { token: phone })).status).toBe(401);
  });
});
