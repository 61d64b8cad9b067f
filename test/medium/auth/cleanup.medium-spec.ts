import { AuthJobsModule, AuthProcessor } from '../../../src/auth/auth-jobs.module';
import { insertUser, useTestModule } from '../../support/testing-module';

describe('Clean-up of auth', () => {
  const testModule = useTestModule([AuthJobsModule]);

  it('should delete only sessions, codes and counters past their retention', async () => {
    const userId = await insertUser(testModule);
    const session = (label: string, expires: string, revoked: string) =>
      testModule.sql(
        `INSERT INTO session (user_id, last_seen_at, expires_at, revoked_at, ip, user_agent)
         VALUES ($1, now(), now() + $2::interval, now() + $3::interval, '', $4)`,
        [userId, expires, revoked || null, label],
      );
    await session('alive', '1 day', '');
    await session('ended lately', '1 day', '-29 days');
    await session('ended long ago', '1 day', '-31 days');
    await session('expired lately', '-29 days', '');
    await session('expired long ago', '-31 days', '');
    for (const [label, expires] of [
      ['live', '10 minutes'],
      ['spent today', '-1 hour'],
      ['spent before', '-2 days'],
    ])
      await testModule.sql(
        `INSERT INTO one_time_code (user_id, purpose, secret_hash, expires_at)
         VALUES ($1, 'reset_password', $2, now() + $3::interval)`,
        [userId, label, expires],
      );
    await testModule.sql(
      `INSERT INTO rate_limit_counter (key, attempts, expires_at)
       VALUES ('kept', 1, now() + interval '1 hour'), ('forgotten', 1, now() - interval '1 second')`,
    );

    await testModule.module.get(AuthProcessor).handle({ name: 'auth.purge-expired', data: {} });

    const names = async (query: string) => (await testModule.sql(query)).map(({ name }) => name);
    expect(await names('SELECT user_agent AS name FROM session ORDER BY 1')).toEqual([
      'alive',
      'ended lately',
      'expired lately',
    ]);
    expect(await names('SELECT secret_hash AS name FROM one_time_code ORDER BY 1')).toEqual([
      'live',
      'spent today',
    ]);
    expect(await names('SELECT key AS name FROM rate_limit_counter')).toEqual(['kept']);
  });
});
