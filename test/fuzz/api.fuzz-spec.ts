import { Client } from 'pg';
import type { Role } from '../../src/common/security/actor';
import { unique } from '../support/e2e/customer';
import { Site } from '../support/e2e/site';
import { EXAMPLE_ACCOUNT, registerExampleAccounts } from '../support/fuzz/example-accounts';
import { Fuzzer } from '../support/fuzz/fuzzer';
import { startMailSink } from '../support/fuzz/mail-sink';
import { startPlatform, type PlatformFixture } from '../support/processes';

/**
 * FUZZ_SEED replays the requests of an earlier run, FUZZ_ONLY selects operations such as "POST /api/v1/pricing", and
 * FUZZ_RUNS is the number of requests to each operation as each caller.
 */
const { FUZZ_SEED, FUZZ_ONLY, FUZZ_RUNS = '40' } = process.env;
const SEED = FUZZ_SEED ? Number(FUZZ_SEED) : Math.floor(Math.random() * 2 ** 31);

jest.setTimeout(24 * 3_600_000);

const log = (text: string): void => void process.stderr.write(`${text}\n`);

describe('Generated requests to every operation', () => {
  let platform: PlatformFixture;
  let client: Client;

  beforeAll(async () => {
    // Each request comes from an address of its own, so that limits per address do not hide the operations.
    platform = await startPlatform({ env: { TRUST_PROXY: 'true', EMAIL_VERIFICATION: 'false' } });
    client = new Client({ connectionString: await platform.databaseUrl() });
    await client.connect();
  });
  afterAll(async () => {
    await client?.end();
    await platform?.stop();
  });

  it(`should be answered as documented (FUZZ_SEED=${SEED})`, async () => {
    const site = new Site(platform.apiUrl);
    const register = (email: string) =>
      site.getData('POST', 'auth/register', {
        body: { ...EXAMPLE_ACCOUNT, email },
        headers: anyAddress(),
      });
    await registerExampleAccounts({
      sql: (text, values) => client.query(text, values),
      post: async (path, body, token) =>
        (await site.getData('POST', path.slice(1), { body, token, headers: anyAddress() })) ?? {},
    });
    const mail = await startMailSink();
    const fuzzer = new Fuzzer({
      origin: platform.apiUrl.replace('localhost', '127.0.0.1'),
      siteUrl: platform.apiUrl,
      smtpPort: mail.port,
      async signUp(role: Role) {
        const email = `${unique('fuzz')}@example.com`;
        await register(email);
        await client.query('UPDATE users SET role = $2 WHERE email = $1', [email, role]);
        const { token } = await site.getData<{ token: string }>(
          'POST',
          role === 'user' ? 'auth/login' : 'auth/admin/login',
          { body: { email, password: EXAMPLE_ACCOUNT.password }, headers: anyAddress() },
        );
        return token;
      },
    });
    try {
      const failures = await fuzzer.run({
        seed: SEED,
        runs: Number(FUZZ_RUNS),
        callers: ['anonymous', 'user', 'sub-admin', 'admin'],
        only: FUZZ_ONLY,
        onProgress: log,
      });
      log(`FUZZ_SEED=${SEED}: ${JSON.stringify(fuzzer.counts)}`);
      expect(failures).toEqual([]);
    } finally {
      fuzzer.close();
      await mail.close();
    }
  });
});

const byte = () => Math.floor(Math.random() * 256);
const anyAddress = () => ({ 'x-forwarded-for': `172.${byte()}.${byte()}.${byte()}` });
