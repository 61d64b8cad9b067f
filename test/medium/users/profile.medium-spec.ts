import { useAuthTestApp } from '../auth/auth-test-app';

describe('Profile', () => {
  const app = useAuthTestApp();

  const rename = (token: string, body: object) =>
    app.call('PUT', '/profile/update-name', { token, body });

  it('should return the user with the balance in whole naira', async () => {
    const { id, email, token } = await app.signUp();
    await app.sql(
      `INSERT INTO ledger_account (code, kind, user_id, balance_kobo) VALUES ($1, 'wallet', $2, 1250050)`,
      [`wallet:${id}`, id],
    );
    for (const path of ['/profile', '/user/info'])
      expect((await app.call('GET', path, { token })).body).toMatchObject({
        success: true,
        data: { user: { id, email, role: 'user', status: 'active', wallet_balance: 12500 } },
      });
  });

  it('should trim and store a new name and audit both names once', async () => {
    const { id, token } = await app.signUp();
    const answer = await rename(token, { name: '  Adaeze Obi ' });
    expect(answer.body).toMatchObject({
      success: true,
      message: 'Profile updated successfully!',
      data: { user: { id, name: 'Adaeze Obi' } },
    });
    await rename(token, { name: 'Adaeze Obi' });
    const rows = await app.sql(
      `SELECT actor_id, changes FROM audit_log WHERE action = 'user.renamed' AND target = $1`,
      [`user:${id}`],
    );
    expect(rows).toEqual([
      {
        actor_id: id,
        changes: { before: { name: 'Ada Obi' }, after: { name: 'Adaeze Obi' }, money: [] },
      },
    ]);
  });

  it.each([
    [{ name: '  ' }],
    [{ name: 'x'.repeat(101) }],
    [{ name: 'a\nb' }],
    [{ name: 7 }],
    [{}],
    [{ name: 'Ada', role: 'admin' }],
  ])('should refuse an invalid change (case %#)', async (body) => {
    const { token } = await app.signUp();
    const answer = await rename(token, body);
    expect([answer.status, answer.body.code]).toEqual([422, 'VALIDATION_FAILED']);
    expect((await app.call('GET', '/profile', { token })).body).toMatchObject({
      data: { user: { name: 'Ada Obi', role: 'user' } },
    });
  });

  it('should answer 401 without a session', async () => {
    for (const path of ['/profile', '/user/info'])
      expect((await app.call('GET', path)).status).toBe(401);
    expect((await rename('', { name: 'x' })).status).toBe(401);
  });
});
