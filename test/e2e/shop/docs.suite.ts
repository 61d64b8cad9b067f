import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHROMIUM_FLAGS, chromiumPath } from '../../support/chromium';
import { Customer, type BoughtProxy } from '../../support/e2e/customer';
import { Site } from '../../support/e2e/site';
import type { PlatformFixture } from '../../support/processes';
import { inRepo } from '../../support/repo';

/** What the page per proxy shows; its sources are compiled with other options than the tests. */
interface Sample {
  id: string;
  label: string;
  httpOnly?: boolean;
  write(
    endpoint: Pick<BoughtProxy, 'username' | 'password' | 'protocol'> & {
      host: string;
      port: number;
    },
    target: string,
  ): string;
}
const { SAMPLES } = jest.requireActual<{ SAMPLES: readonly Sample[] }>(
  inRepo('web/src/features/proxies/samples/templates'),
);

const EXIT = /127\.20\.\d+\.\d+/;

interface Runner {
  file: string;
  command: string;
  args: readonly string[];
  /** Fails where the language or its package is missing. */
  check: readonly [string, ...string[]];
  /** What the program needs to run on this machine. */
  adapt?: (program: string) => string;
  /** What SOCKS5 needs besides. */
  checkSocks?: readonly [string, ...string[]];
}

const node = (id: string): [string, Runner] => [
  id,
  { file: 'sample.mjs', command: 'node', args: ['sample.mjs'], check: ['node', '--version'] },
];
const python = (id: string, pack: string): [string, Runner] => [
  id,
  {
    file: 'sample.py',
    command: 'python3',
    args: ['sample.py'],
    check: ['python3', '-c', `import ${pack}`],
    checkSocks: ['python3', '-c', 'import socks'],
  },
];

const RUNNERS = new Map<string, Runner>([
  [
    'curl',
    { file: 'sample.sh', command: 'bash', args: ['sample.sh'], check: ['curl', '--version'] },
  ],
  python('requests', 'requests'),
  node('undici'),
  node('axios'),
  ['go', { file: 'main.go', command: 'go', args: ['run', 'main.go'], check: ['go', 'version'] }],
  [
    'php',
    {
      file: 'sample.php',
      command: 'php',
      args: ['sample.php'],
      check: ['php', '-r', 'curl_init();'],
    },
  ],
  [
    'playwright',
    {
      file: 'browser.mjs',
      command: 'node',
      args: ['browser.mjs'],
      check: [
        'node',
        '-e',
        `require('node:fs').accessSync(${JSON.stringify(chromiumPath() ?? '')})`,
      ],
      // The browser of this machine instead of the one that Playwright downloads.
      adapt: (program) =>
        program
          .replace(`from 'playwright'`, `from 'playwright-core'`)
          .replace(
            'chromium.launch({',
            `chromium.launch({ executablePath: ${JSON.stringify(chromiumPath())}, args: ${JSON.stringify(CHROMIUM_FLAGS)},`,
          ),
    },
  ],
  [
    'selenium',
    {
      file: 'selenium.mjs',
      command: 'node',
      args: ['selenium.mjs'],
      check: ['chromedriver', '--version'],
      // The browser and the driver of this machine, and a target on it that is not reached without the proxy.
      adapt: (program) =>
        program
          .replace(
            '.enableBidi()',
            `.enableBidi().setChromeBinaryPath(${JSON.stringify(chromiumPath())})
              .addArguments('--headless', '--proxy-bypass-list=<-loopback>', ...${JSON.stringify(CHROMIUM_FLAGS)})`,
          )
          .replace(
            '.setChromeOptions(options)',
            `.setChromeOptions(options)
              .setChromeService(new ServiceBuilder(process.env.PATH.split(':')
                .map((folder) => folder + '/chromedriver').find((path) => existsSync(path))))`,
          )
          .replace('{ Options }', '{ Options, ServiceBuilder }')
          .replace(/^/, `import { existsSync } from 'node:fs';\n`),
    },
  ],
  [
    'scrapy',
    {
      file: 'spider.py',
      command: 'scrapy',
      args: ['runspider', 'spider.py'],
      check: ['scrapy', 'version'],
    },
  ],
  [
    'java',
    { file: 'Main.java', command: 'java', args: ['Main.java'], check: ['java', '--version'] },
  ],
]);

const isAtHand = (check: readonly string[] | undefined): boolean => {
  if (!check) return true;
  try {
    execFileSync(check[0]!, check.slice(1), { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** Samples of the languages at hand, each over the protocols that it takes. */
const CASES = SAMPLES.flatMap((sample) => {
  const runner = RUNNERS.get(sample.id);
  if (!runner || !isAtHand(runner.check)) return [];
  const socks = !sample.httpOnly && isAtHand(runner.checkSocks);
  return (['http', ...(socks ? ['socks5'] : [])] as ('http' | 'socks5')[]).map((protocol) => ({
    sample,
    runner,
    protocol,
    name: `${sample.label} over ${protocol}`,
  }));
});

/** Recipes of the languages at hand. */
const RECIPES = [
  { language: 'Node.js', block: 'js', file: 'recipe.mjs', command: 'node', check: undefined },
  {
    language: 'Python',
    block: 'python',
    file: 'recipe.py',
    command: 'python3',
    check: ['python3', '-c', 'import requests'],
  },
].filter(({ check }) => isAtHand(check));

const blocksOf = (article: string, language: string): string[] =>
  [
    ...readFileSync(inRepo(`web/content/docs/${article}`), 'utf8').matchAll(
      new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'),
    ),
  ].map(([, block]) => block!);

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

const answersIn = (output: string): Record<string, unknown>[] =>
  output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** The programs in the documentation, run as written. */
export function describeDocs(running: () => PlatformFixture): void {
  describe('Documentation for programs', () => {
    let platform: PlatformFixture;
    let customer: Customer;
    let folder: string;
    let echo: string;

    beforeAll(async () => {
      platform = running();
      echo = `${platform.apiUrl}/sandbox/echo`;
      customer = await Customer.signUp(new Site(platform.apiUrl));
      await customer.topUp(50_000);
      // Samples import packages as in a project of their own.
      folder = mkdtempSync(join(tmpdir(), 'samples-'));
      symlinkSync(inRepo('node_modules'), join(folder, 'node_modules'));
    });
    afterAll(() => rmSync(folder, { recursive: true }));

    /** @returns what the program prints. */
    const run = (command: string, args: readonly string[]): Promise<string> =>
      new Promise((resolve, reject) => {
        const options = { cwd: folder, timeout: 60_000, env: { PATH: process.env.PATH } };
        execFile(command, args, options, (error, stdout, stderr) =>
          error ? reject(new Error(`${error.message}\n${stdout}${stderr}`)) : resolve(stdout),
        );
      });

    const runInBash = (script: string): Promise<string> =>
      run('bash', ['-e', '-o', 'pipefail', '-c', script]);

    const createKey = async (): Promise<string> => {
      const { key } = await customer.site.getData<{ key: string }>('POST', 'user/api-keys', {
        token: customer.token,
        body: { name: 'Docs', scopes: ['read', 'buy'] },
      });
      return key;
    };

    it('should have a tour in the README that works line by line', async () => {
      const here = (text: string) =>
        text
          .replaceAll('http://localhost:3000', platform.apiUrl)
          .replaceAll('localhost:3128', `localhost:${platform.gatewayHttpPort}`)
          .replaceAll('localhost:1080', `localhost:${platform.gatewaySocksPort}`);
      const [register, ...rest] = tourBlocks().map(here);
      expect(rest.length).toBeGreaterThan(4);
      const registered = await runInBash(PARTED + register!);
      expect(answersIn(registered)).toMatchObject([{ success: true }]);
      await customer.site.findMailedLink('ada@example.com', 'verify-email');

      // The first lines of the first block name the site for all others.
      const names = register!.split('\n').filter((line) => !/^(curl| )/.test(line));
      const output = await runInBash(PARTED + [...names, ...rest].join('\n'));
      const answers = answersIn(output);
      expect(answers).toContainEqual({
        success: true,
        data: { balance: 20_000, currency: 'NGN', symbol: '₦' },
      });
      const echoes = answers.filter(({ ip }) => ip !== undefined);
      expect(echoes).toHaveLength(4);
      for (const { ip } of echoes) expect(ip).toMatch(/^127\.20\.|^::1$|^127\./);
      expect(output).toContain('TARGET_BLOCKED');
    });

    it('should have a quickstart and recipes that run as written', async () => {
      const key = await createKey();
      const here = (text: string) =>
        text
          .replaceAll('{{origin}}', platform.apiUrl)
          .replaceAll('np_live_your_key', key)
          // Only the shop sees the address of a simulated exit.
          .replaceAll('https://api.ipify.org', echo);
      const quickstart = blocksOf('10-quickstart.md', 'sh').map(here);
      const recipes = blocksOf('60-recipes.md', 'sh').map(here);
      expect([quickstart.length, recipes.length]).toEqual([6, 3]);
      const parts = [...quickstart, ...recipes].map((block) => `${block}\necho; echo @@@\n`);
      const output = (await runInBash(parts.join(''))).split('@@@');
      const [, balance, quote, , page, usage, list, file, failures] = output;
      expect(JSON.parse(balance!)).toMatchObject({ data: { balance: 50_000 } });
      expect(JSON.parse(quote!)).toMatchObject({ success: true });
      expect(page).toMatch(EXIT);
      expect(JSON.parse(usage!)).toMatchObject({ success: true });
      expect(list!.trim().split('\n')).toHaveLength(10);
      expect(file).toMatch(/^\s*\w+(,\w+)+/);
      expect(JSON.parse(failures!)).toMatchObject({ success: true });
    });

    it.each(RECIPES)(
      'should have a recipe in $language that prints the address of the exit',
      async ({ block, file, command }) => {
        const proxy = await customer.buy();
        const [recipe, ...others] = blocksOf('60-recipes.md', block);
        expect(others).toEqual([]);
        const program = recipe!
          .replaceAll('USERNAME', proxy.username)
          .replaceAll('PASSWORD', proxy.password)
          .replaceAll('{{gateway}}', `localhost:${platform.gatewayHttpPort}`)
          .replaceAll('https://api.ipify.org', echo);
        writeFileSync(join(folder, file), program);
        expect(await run(command, [file])).toMatch(EXIT);
      },
    );

    describe('code samples', () => {
      let proxy: BoughtProxy;
      beforeAll(async () => {
        proxy = await customer.buy();
      });

      it('should be run for curl and Node.js at least', () => {
        const names = CASES.map(({ name }) => name);
        for (const name of ['curl over http', 'curl over socks5', 'Node.js undici over http'])
          expect(names).toContain(name);
        for (const name of ['Node.js axios over http', 'Node.js axios over socks5'])
          expect(names).toContain(name);
      });

      it.each(CASES)('should print the address of the exit: $name', async (sampleCase) => {
        const { sample, runner, protocol } = sampleCase;
        const { gatewayHttpPort, gatewaySocksPort } = platform;
        const endpoint = {
          host: 'localhost',
          port: protocol === 'http' ? gatewayHttpPort : gatewaySocksPort,
          username: proxy.username,
          password: proxy.password,
          protocol,
        };
        const program = sample.write(endpoint, echo);
        writeFileSync(join(folder, runner.file), runner.adapt?.(program) ?? program);
        expect(await run(runner.command, runner.args)).toMatch(EXIT);
      });
    });
  });
}
