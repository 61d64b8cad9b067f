import { ledgerCheck, sqlAt, waitUntilDrained } from '../../support/e2e/database';
import { startPlatform, type PlatformFixture } from '../../support/processes';
import { describeDocs } from './docs.suite';
import { describeEndedConnections } from './ended-connections.suite';
import { describeFullFlow } from './full-flow.suite';
import { describeManyProcesses } from './many-processes.suite';

jest.setTimeout(240_000);

/** What leaves the platform as it is shares one, because a start takes eight processor seconds. */
describe('Shop', () => {
  let platform: PlatformFixture;

  beforeAll(async () => {
    platform = await startPlatform({ env: { TRUST_PROXY: 'true' } });
  });
  afterAll(() => platform?.stop());

  describeFullFlow(() => platform);
  describeDocs(() => platform);
  describeManyProcesses(() => platform);
  describeEndedConnections(() => platform);

  it('keeps every ledger invariant', async () => {
    const url = await platform.databaseUrl();
    await waitUntilDrained(sqlAt(url));
    const { status, output } = await ledgerCheck(url);
    expect(output).toMatch(/^(\d+) of \1 invariants hold$/m);
    expect(status).toBe(0);
  });
});
