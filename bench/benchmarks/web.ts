import type { Browser } from 'playwright-core';
import { createCustomer, topUp } from '../../test/support/browser/account';
import { openSession, type Session } from '../../test/support/browser/session';
import { launchChromium } from '../../test/support/chromium';
import { startPlatform } from '../../test/support/processes';
import { runNode } from '../../test/support/run-node';
import { waitForCalm } from '../lib/contention';
import type { Benchmark, Metric } from '../lib/benchmark';
import { median } from '../lib/load';
import { CPU_SLOWDOWN, measurePageLoad, type LoadedPage } from '../lib/page-load';

const BUILD = `import('./scripts/lib/build.mjs').then(({ build }) => build())`;
const BUILD_TIMEOUT_MS = 900_000;

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 860 };
const MAX_TBT_MS = 300;
const MAX_CLS = 0.02;
const NAIRA = 20_000;

type Visitor = 'anyone' | 'customer' | 'staff';

interface MeasuredPage {
  readonly name: string;
  readonly path: string;
  readonly visitor: Visitor;
  readonly viewport: typeof PHONE;
  readonly maxLcpMs: number;
}

const PAGES: readonly MeasuredPage[] = [
  { name: 'landing', path: '/', visitor: 'anyone', maxLcpMs: 2000 },
  { name: 'sign-in', path: '/auth', visitor: 'anyone', maxLcpMs: 3000 },
  { name: 'dashboard', path: '/dashboard', visitor: 'customer', maxLcpMs: 3000 },
  { name: 'buy', path: '/buyproxy', visitor: 'customer', maxLcpMs: 3000 },
  { name: 'wallet', path: '/wallet', visitor: 'customer', maxLcpMs: 3000 },
  { name: 'admin dashboard', path: '/admin/dashboard', visitor: 'staff', maxLcpMs: 3000 },
].flatMap((page) => [
  { ...page, viewport: PHONE, name: `${page.name}, phone` },
  { ...page, viewport: DESKTOP, name: `${page.name}, desktop` },
]) as MeasuredPage[];

type Storage = Record<string, string>;

/** The session as the web app finds it in localStorage. */
const toStorage = ({ token, user }: Session): Storage => ({
  'nairaproxy.token': token,
  'nairaproxy.user': JSON.stringify(user),
});

interface Loads {
  readonly page: MeasuredPage;
  readonly loaded: LoadedPage[];
}

export const web: Benchmark = {
  name: 'web',
  async prepare() {
    const { status, output } = await runNode(['-e', BUILD], { withinMs: BUILD_TIMEOUT_MS });
    if (status !== 0) throw new Error(`The build failed:\n${output}`);
  },
  async run(context, { loads }) {
    const platform = await startPlatform();
    context.onCleanup(() => platform.stop());
    const customer = await createCustomer(platform);
    await topUp(platform, customer, NAIRA);
    const sessions: Record<Visitor, Storage> = {
      anyone: {},
      customer: toStorage(customer.session),
      staff: toStorage(await openSession(platform, platform.admin, 'staff')),
    };
    const browser = await launchChromium();
    context.onCleanup(() => browser.close());
    const load = (page: MeasuredPage, with_: Browser): Promise<LoadedPage> =>
      measurePageLoad(with_, platform.apiUrl + page.path, {
        viewport: page.viewport,
        storage: sessions[page.visitor],
      });
    // The first load of a browser and of an API takes longer than any later one.
    for (const page of PAGES) if (page.viewport === DESKTOP) await load(page, browser);
    const results: Loads[] = PAGES.map((page) => ({ page, loaded: [] }));
    const contention: number[] = [];
    // Rounds over all pages, so that a busy minute of the machine does not hit one page alone.
    for (let round = 0; round < loads; round += 1)
      for (const { page, loaded } of results) {
        contention.push(await waitForCalm());
        loaded.push(await load(page, browser));
      }
    return {
      title: 'First paint of the web app',
      how:
        `Chromium on an empty cache, Fast 3G (150 ms, 1.6 Mbit/s down, 750 kbit/s up), a processor ` +
        `slowed down ${CPU_SLOWDOWN} times; phone 390×844, desktop 1280×860. Median of ${loads} ` +
        `${loads === 1 ? 'load' : 'loads'} a page, minimum in parentheses; wall time by CPU time ` +
        `of a loop before each load: ${median(contention).toFixed(2)} (1 on an idle machine).`,
      columns: ['FCP ms', 'LCP ms', 'TBT ms', 'CLS', 'KiB', 'requests'],
      lines: results.map(toMetric),
    };
  },
};

function toMetric({ page, loaded }: Loads): Metric {
  const of = (key: 'fcp' | 'lcp' | 'tbt' | 'cls' | 'bytes' | 'requests'): number[] =>
    loaded.map((one) => one[key]);
  const withMinimum = (values: number[], digits = 0): string =>
    `${median(values).toFixed(digits)} (${Math.min(...values).toFixed(digits)})`;
  const [lcp, tbt, cls] = [median(of('lcp')), median(of('tbt')), median(of('cls'))];
  return {
    what: page.name,
    cells: [
      withMinimum(of('fcp')),
      withMinimum(of('lcp')),
      withMinimum(of('tbt')),
      withMinimum(of('cls'), 3),
      (median(of('bytes')) / 1024).toFixed(0),
      median(of('requests')).toFixed(0),
    ],
    note: loaded.at(-1)?.lcpElement,
    target: {
      text: `LCP ≤ ${page.maxLcpMs} ms, TBT ≤ ${MAX_TBT_MS} ms, CLS ≤ ${MAX_CLS}`,
      met: lcp <= page.maxLcpMs && tbt <= MAX_TBT_MS && cls <= MAX_CLS,
    },
  };
}
