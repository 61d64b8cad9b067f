import { poll } from '../../src/embedded/poll';
import {
  findHorizontalOverflow,
  findSeriousViolationsInBothThemes,
} from '../support/browser/accessibility';
import {
  buyProxy,
  createConfirmedAccount,
  signIn,
  topUp,
  type Account,
} from '../support/browser/account';
import {
  BrowserTestApp,
  DESKTOP,
  describeInBrowser,
  expectVisible,
  PHONE,
  type TestPage,
} from '../support/browser/browser-test-app';
import { MAX_LAYOUT_SHIFT, trackLayoutShifts } from '../support/browser/layout-shifts';
import { gotoAndSettle, waitUntilSettled } from '../support/browser/settle';

jest.setTimeout(240_000);

const SCREENS = [
  '/dashboard',
  '/buyproxy',
  '/wallet',
  '/proxyhistory',
  '/transactions',
  '/usage',
  '/profile?tab=team',
  '/profile?tab=security',
];

describeInBrowser('a team', () => {
  let app: BrowserTestApp;
  let owner: Account;
  let member: Account;
  let ownerPage: TestPage;
  let memberPage: TestPage;

  beforeAll(async () => {
    app = await BrowserTestApp.start();
    owner = await createConfirmedAccount(app.platform);
    member = await createConfirmedAccount(app.platform);
    await topUp(app.platform, owner, 40_000);
    await buyProxy(app, owner);
    ownerPage = await app.openPage({ viewport: DESKTOP });
    memberPage = await app.openPage({ viewport: PHONE });
  });
  afterAll(() => app?.stop());

  const findInvitation = async (): Promise<string> => {
    let link: string | undefined;
    const inbox = `${app.platform.apiUrl}/sandbox/inbox?to=${encodeURIComponent(member.email)}`;
    const arrived = await poll(async () => {
      const mails = (await (
        await fetch(inbox, { headers: { Accept: 'application/json' } })
      ).json()) as { text: string }[];
      link = mails.map(({ text }) => /\/join\?token=\S+/.exec(text)?.[0]).find(Boolean);
      return link !== undefined;
    }, 30_000);
    if (!arrived) throw new Error(`No invitation for ${member.email}`);
    return link!;
  };

  /** For both roles, on a phone, on the page that is given. */
  const expectGoodScreens = async ({ page }: TestPage): Promise<void> => {
    const getLayoutShift = await trackLayoutShifts(memberPage);
    const problems: Record<string, unknown> = {};
    for (const path of SCREENS) {
      await gotoAndSettle(page, path);
      const shift = await getLayoutShift();
      if (shift > MAX_LAYOUT_SHIFT) problems[`${path} moves`] = shift;
      const violations = await findSeriousViolationsInBothThemes(page);
      if (violations.length) problems[path] = violations;
      const overflow = await findHorizontalOverflow(page);
      if (Object.keys(overflow).length) problems[`${path} overflows`] = overflow;
      await page.setViewportSize(PHONE);
    }
    expect(problems).toEqual({});
  };

  it('should invite a member with a limit', async () => {
    const { page } = ownerPage;
    await signIn(page, owner);
    await gotoAndSettle(page, '/profile?tab=team');
    await page.getByRole('button', { name: 'Invite a member' }).click();
    const form = page.getByRole('form', { name: 'Invite a member' });
    await form.getByLabel('Email address').fill(member.email);
    await form.getByLabel('Daily spending limit (₦)').fill('20,000');
    expect(await findSeriousViolationsInBothThemes(page)).toEqual([]);
    await form.getByRole('button', { name: 'Send invitation' }).click();
    await expectVisible(page, 'Open invitations');
  });

  it('should lead the invited person into the account of the owner', async () => {
    const { page } = memberPage;
    await gotoAndSettle(page, await findInvitation());
    expect(await findSeriousViolationsInBothThemes(page)).toEqual([]);
    expect(await findHorizontalOverflow(page)).toEqual({});
    await page.setViewportSize(PHONE);
    await page.getByRole('link', { name: 'Sign in' }).click();
    const form = page.getByRole('form', { name: 'Sign in' });
    await form.getByRole('textbox', { name: 'Password' }).fill(member.password);
    await form.getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('button', { name: 'Join the team' }).click();
    await page.waitForURL('**/dashboard');
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expectVisible(page, /You act for/);
  });

  it('should show a buyer screens without shifts, overflow and serious accessibility violations', async () => {
    await expectGoodScreens(memberPage);
  });

  it('should show the member on the page of the owner, and let the owner change the role', async () => {
    const { page } = ownerPage;
    await gotoAndSettle(page, '/profile?tab=team');
    await expectVisible(page, '1 of 20 members');
    expect(await findSeriousViolationsInBothThemes(page)).toEqual([]);
    await page.getByRole('button', { name: `Change ${member.name}` }).click();
    const form = page.getByRole('form', { name: 'Role and limits' });
    await form.getByRole('radio', { name: /^Viewer/ }).check();
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
    await waitUntilSettled(page);
    await expectVisible(page, 'Viewer');
  });

  it('should show a viewer screens without shifts, overflow and serious accessibility violations', async () => {
    await expectGoodScreens(memberPage);
    await gotoAndSettle(memberPage.page, '/proxyhistory');
    await memberPage.page.locator('a[href^="/proxyhistory/"]').first().click();
    await expectVisible(memberPage.page, 'You can only look at this proxy');
  });
});
