import { MINUTE } from '../../../src/common/time/clock';
import { freezeTime } from '../../support/freeze-time';
import {
  codeIn,
  useAuthTestApp,
  newAddress,
  newEmail,
  PASSWORD,
  type SignedUp,
} from './auth-test-app';

const app = useAuthTestApp();

const WRONG = ['This code is wrong or no longer valid.'];

const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('Change of the email address', () => {
  beforeEach(freezeTime);
  afterEach(() => jest.restoreAllMocks());

  const begin = ({ token }: SignedUp, email: unknown) =>
    app.call('POST', '/user/email-change', { token, body: { email } });
  const confirm = ({ token }: SignedUp, email: string, codes: readonly [string, string]) =>
    app.call('POST', '/user/email-change/confirm', {
      token,
      body: { email, current_code: codes[0], new_code: codes[1] },
    });
  const codesFor = async (customer: SignedUp, next: string) =>
    [
      codeIn((await app.lastMail(customer.email)).text),
      codeIn((await app.lastMail(next)).text),
    ] as const;
  /** A customer who asked for the change, with both codes. */
  const ask = async () => {
    const customer = await app.signUp();
    const next = newEmail();
    const { status, body } = await begin(customer, next);
    expect([status, body.message]).toEqual([200, 'We sent a code to both addresses.']);
    return { customer, next, codes: await codesFor(customer, next) };
  };
  const login = (email: string) =>
    app.call('POST', '/auth/login', { ip: newAddress(), body: { email, password: PASSWORD } });
  const emailOf = async ({ id }: SignedUp) =>
    (await app.sql<{ email: string }>('SELECT email FROM users WHERE id = $1', [id]))[0]!.email;

  it('should need the codes of both addresses, then end other sessions and tell the old address', async () => {
    const { customer, next, codes } = await ask();
    const other = await login(customer.email);
    expect(codes[0]).not.toBe(codes[1]);
    const done = await confirm(customer, next, codes);
    expect(done).toMatchObject({
      status: 200,
      body: {
        message: 'Your email address was changed.',
        data: { user: { id: customer.id, email: next, email_verified_at: expect.any(String) } },
      },
    });
    expect((await app.call('GET', '/user/info', { token: customer.token })).status).toBe(200);
    const { token } = other.body.data as unknown as { token: string };
    expect((await app.call('GET', '/user/info', { token })).status).toBe(401);
    expect((await login(next)).status).toBe(200);
    expect((await login(customer.email)).status).toBe(401);
    const notice = await app.lastMail(customer.email);
    expect(notice.subject).toBe('The email address of your NairaProxy account was changed');
    expect(notice.text).toContain(next);
    expect(
      await app.sql(
        `SELECT changes - 'money' AS changes FROM audit_log WHERE action = 'auth.email_changed' AND target = $1`,
        [`user:${customer.id}`],
      ),
    ).toEqual([{ changes: { before: { email: customer.email }, after: { email: next } } }]);
  });

  it('should change nothing while one of the codes is wrong, and name which', async () => {
    const { customer, next, codes } = await ask();
    const [current, fresh] = codes;
    expect((await confirm(customer, next, [wrongCode(current), fresh])).body.errors).toEqual({
      current_code: WRONG,
    });
    expect((await confirm(customer, next, [current, wrongCode(fresh)])).body.errors).toEqual({
      new_code: WRONG,
    });
    // Each code is for its own address.
    expect((await confirm(customer, next, [fresh, current])).body.errors).toEqual({
      current_code: WRONG,
      new_code: WRONG,
    });
    expect((await confirm(customer, next, ['12', 'abcdef'])).status).toBe(422);
    expect(await emailOf(customer)).toBe(customer.email);
    expect((await confirm(customer, next, codes)).status).toBe(200);
  });

  it('should refuse codes for another address than they were asked for, of another account, or used', async () => {
    const { customer, next, codes } = await ask();
    const elsewhere = newEmail();
    expect((await confirm(customer, elsewhere, codes)).status).toBe(422);
    const stranger = await app.signUp();
    expect((await confirm(stranger, next, codes)).status).toBe(422);
    expect((await confirm(customer, next, codes)).status).toBe(200);
    expect((await confirm(customer, next, codes)).status).toBe(422);
  });

  it('should refuse codes after ten minutes', async () => {
    const { customer, next, codes } = await ask();
    app.clock.advance(10 * MINUTE);
    expect((await confirm(customer, next, codes)).status).toBe(422);
    expect(await emailOf(customer)).toBe(customer.email);
  });

  it('should refuse what is no address, the present one and one of another account', async () => {
    const [customer, other] = [await app.signUp(), await app.signUp()];
    for (const email of ['', 'nobody', null, `a b@example.com`])
      expect((await begin(customer, email)).body.errors).toHaveProperty('email');
    expect((await begin(customer, customer.email.toUpperCase())).body.errors).toEqual({
      email: ['This is your email address already.'],
    });
    expect((await begin(customer, other.email)).body.errors).toEqual({
      email: ['An account with this email already exists.'],
    });
  });

  it('should give the address to one of two accounts that confirm it at once', async () => {
    const next = newEmail();
    const people = [await app.signUp(), await app.signUp()];
    const asked: (readonly [string, string])[] = [];
    for (const person of people) {
      expect((await begin(person, next)).status).toBe(200);
      asked.push(await codesFor(person, next));
    }
    const answers = await Promise.all(
      people.map((person, index) => confirm(person, next, asked[index]!)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    const refused = answers.find(({ status }) => status === 422);
    expect(refused!.body.errors).toEqual({ email: ['An account with this email already exists.'] });
    expect(await app.sql('SELECT id FROM users WHERE email = $1', [next])).toHaveLength(1);
  });

  it('should redeem a pair of codes once when two confirmations race', async () => {
    const { customer, next, codes } = await ask();
    const answers = await Promise.all([
      confirm(customer, next, codes),
      confirm(customer, next, codes),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it('should need a sign-in of the last 15 minutes, and be for customers', async () => {
    const customer = await app.signUp();
    app.clock.advance(15 * MINUTE);
    expect(await begin(customer, newEmail())).toMatchObject({
      status: 403,
      body: { code: 'REAUTHENTICATION_REQUIRED' },
    });
    await app.sql(`UPDATE users SET role = 'admin' WHERE id = $1`, [customer.id]);
    const { body } = await app.call('POST', '/auth/admin/login', {
      ip: newAddress(),
      body: { email: customer.email, password: PASSWORD },
    });
    const { token } = body.data as unknown as { token: string };
    expect((await begin({ ...customer, token }, newEmail())).status).toBe(403);
  });

  it('should slow down guesses, also concurrent ones, and requests for mails', async () => {
    const { customer, next, codes } = await ask();
    const guess = [wrongCode(codes[0]), wrongCode(codes[1])] as const;
    const guesses = await Promise.all(
      Array.from({ length: 8 }, () => confirm(customer, next, guess)),
    );
    expect(guesses.filter(({ status }) => status === 422)).toHaveLength(5);
    expect((await confirm(customer, next, codes)).status).toBe(429);
    app.clock.advance(MINUTE / 4);
    expect((await confirm(customer, next, codes)).status).toBe(200);

    const other = await app.signUp();
    expect((await begin(other, newEmail())).status).toBe(200);
    expect((await begin(other, newEmail())).status).toBe(429);
    app.clock.advance(MINUTE);
    expect((await begin(other, newEmail())).status).toBe(200);
  });
});

describe('Profile', () => {
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
