import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { poll } from '../../src/embedded/poll';
import { startPlatform, type PlatformFixture } from '../support/processes';
import { inRepo } from '../support/repo';

/** The commands of the README's tour, block by block. */
function tourBlocks(): string[] {
  const readme = readFileSync(inRepo('README.md'), 'utf8');
  const tour = readme.slice(
    readme.indexOf('## A five-minute tour'),
    readme.indexOf('## Configuration'),
  );
  return [...tour.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block]) => block!);
}

/** One response per line, as separated by a terminal prompt. */
const PARTED = 'curl() { command curl "$@"; local status=$?; echo; return $status; }\n';

const run = (script: string): Promise<string> =>
  new Promise((resolve, reject) => {
    execFile('bash', ['-e', '-o', 'pipefail', '-c', PARTED + script], (error, stdout, stderr) =>
      error ? reject(new Error(`${error.message}\n${stdout}${stderr}`)) : resolve(stdout),
    );
  });

const answersIn = (output: string): Record<string, unknown>[] =>
  output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('README tour', () => {
  let platform: PlatformFixture;

  beforeAll(async () => {
    platform = await startPlatform();
  }, 120_000);

  afterAll(() => platform?.stop(), 60_000);

  it('works when its commands run line by line', async () => {
    const here = (text: string) =>
      text
        .replaceAll('http://localhost:3000', platform.apiUrl)
        .replaceAll('localhost:3128', `localhost:${platform.gatewayHttpPort}`)
        .replaceAll('localhost:1080', `localhost:${platform.gatewaySocksPort}`);
    const [register, ...rest] = tourBlocks().map(here);
    expect(rest.length).toBeGreaterThan(4);
    expect(answersIn(await run(register!))).toMatchObject([{ success: true }]);
    await poll(mailHasCome, 20_000);

    // The first lines of the first block name the site for all others.
    const names = register!.split('\n').filter((line) => !/^(curl| )/.test(line));
    const output = await run([...names, ...rest].join('\n'));
    const answers = answersIn(output);
    expect(answers).toContainEqual({
      success: true,
      data: { balance: 20_000, currency: 'NGN', symbol: '₦' },
    });
    const echoes = answers.filter(({ ip }) => ip !== undefined);
    expect(echoes).toHaveLength(4);
    for (const { ip } of echoes) expect(ip).toMatch(/^127\.20\.|^::1$|^127\./);
    expect(output).toContain('TARGET_BLOCKED');
  }, 60_000);

  async function mailHasCome(): Promise<boolean> {
    const inbox = await fetch(`${platform.apiUrl}/sandbox/inbox?to=ada@example.com`, {
      headers: { accept: 'application/json' },
    });
    return ((await inbox.json()) as unknown[]).length > 0;
  }
});
