import { readdirSync, readFileSync } from 'node:fs';
import { PROXY_ERROR_HELP, PROXY_ERROR_REASONS } from '../../src/common/gateway/proxy-errors';
import { inRepo } from '../support/repo';

const read = (path: string) => readFileSync(inRepo(path), 'utf8');

describe('the help about refusals of proxies', () => {
  const text = read('web/content/help/40-proxy-errors.md');

  it('has a section for every reason and no other', () => {
    const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, reason]) => reason);
    expect(headings).toEqual([...PROXY_ERROR_REASONS]);
  });

  it('tells what the API tells', () => {
    const different = PROXY_ERROR_REASONS.filter((reason) => {
      const section = text.split(`## ${reason}\n`)[1]?.split('\n## ')[0];
      const { title, cause, howToFix } = PROXY_ERROR_HELP[reason];
      return !section?.includes(`**${title}.** ${cause}\n\n${howToFix}`);
    });
    expect(different).toEqual([]);
  });
});

/** Codes that only staff, or people who are signing in with a browser, can get. */
const NOT_FOR_PROGRAMS = new Set([
  'EXIT_MOVE_RUNS',
  'COMPENSATION_CHANGED',
  'NOBODY_COMPENSATED',
  'EXIT_WITHOUT_CUSTOMERS',
  'GATEWAY_NOT_FOUND',
  'ACCOUNT_NOT_FOUND',
  'ADDRESS_NOT_FOUND',
  'ADMIN_REQUIRED',
  'ALREADY_CHARGED_BACK',
  'ANNOUNCEMENT_ENDED',
  'ANNOUNCEMENT_NOT_FOUND',
  'BAD_SIGNATURE',
  'INCIDENT_NOT_FOUND',
  'INCIDENT_RESOLVED',
  'BALANCE_NOT_ZERO',
  'BLOCK_EXISTS',
  'BLOCK_NOT_FOUND',
  'BUDGET_EXCEEDED',
  'CHARGEBACK_NOT_FOUND',
  'CHARGEBACK_NOT_WINNABLE',
  'DAILY_LIMIT_REACHED',
  'CHARGED_BACK_CHANGED',
  'CORRECTION_DECIDED',
  'CORRECTION_EXPIRED',
  'CORRECTION_NOT_FOUND',
  'CORRECTION_NOT_REVERSIBLE',
  'CYCLE_OVER',
  'MONTHLY_LIMIT_REACHED',
  'EXIT_NOT_FOUND',
  'FUNDING_NOT_FOUND',
  'FUNDING_NOT_REVERSIBLE',
  'FUNDING_SPENT',
  'LATER_PLACE_BOUGHT',
  'GOOGLE_FAILED',
  'GOOGLE_REFUSED',
  'INVALID_CODE',
  'INVALID_LINK',
  'LAST_ADMIN',
  'LINK_EXPIRED',
  'MAIL_NOT_WAITING',
  'MAIL_TEST_FAILED',
  'MEMBER_NOT_FUNDED',
  'MONEY_OWED',
  'NETWORK_EXISTS',
  'NETWORK_NOT_FOUND',
  'NOTHING_TO_ACKNOWLEDGE',
  'NOTHING_TO_REFUND',
  'NOTHING_UNUSED',
  'NO_PARKED_NOTICES',
  'ORDER_HAS_RENEWALS',
  'OWN_ACCOUNT',
  'OWN_PROPOSAL',
  'ALREADY_ACTIVE',
  'APPROVER_TOO_NEW',
  'PAID_AMOUNT_UNKNOWN',
  'PASSWORD_EXISTS',
  'PAYMENT_NOT_CREDITED',
  'PAYMENT_NOT_IN_REVIEW',
  'PAYMENT_NOT_REJECTED',
  'PAYMENT_NOT_SETTLED',
  'PRICES_CHANGED',
  'PRICE_BELOW_COST',
  'PROPOSAL_OPEN',
  'PROPOSAL_OUTDATED',
  'PROVIDER_CANNOT',
  'PROVIDER_DISABLED',
  'PROVIDER_EXISTS',
  'PROVIDER_IN_USE',
  'PROVIDER_NOT_FOUND',
  'PROVIDER_REFUSED',
  'PURCHASE_NOT_DECIDABLE',
  'PURCHASE_NOT_FOUND',
  'PURCHASE_PENDING',
  'REFUND_EXISTS',
  'SCHEDULED_PRICES_NOT_FOUND',
  'COUPON_ENDED',
  'COUPON_NOT_FOUND',
  'SECOND_FACTOR_OFF',
  'SECOND_FACTOR_ON',
  'SECOND_FACTOR_UNREADABLE',
  'REVIEW_CHANGED',
  'REVIEW_ITEM_NOT_FOUND',
  'SESSION_NOT_FOUND',
  'SETTINGS_CHANGED',
  'SETUP_NOT_BEGUN',
  'STAFF_NOT_FUNDED',
  'SUSPENDED_BY_OWNER',
  'SUSPENDED_WITH_OWNER',
  'TOO_MANY_BLOCKS',
  'TOO_MANY_NETWORKS',
  'TRIAL_ORDER',
  'ATTACHMENT_TOO_LARGE',
  'ATTACHMENT_TYPE',
  'INBOUND_OFF',
  'INBOUND_SECRET',
  'REPLY_NOT_FOUND',
  'TICKET_ANSWERED',
  'TICKET_CLOSED',
  'TICKET_CONTEXT_NOT_FOUND',
  'TOO_MANY_ATTACHMENTS',
  'TOO_MANY_TICKETS',
  'TWO_FACTOR_SETUP_REQUIRED',
  'UNIT_NOT_FOUND',
  'UNIT_NOT_SOLD',
  'UNIT_WITHOUT_PROVIDER',
  'USER_NOT_FOUND',
  'WORK_IN_PROGRESS',
  'STAFF_ADDRESS',
  'PERMISSIONS_NOT_HELD',
  'STAFF_NOT_FOUND',
  'STAFF_INVITATION_INVALID',
  'ROLE_FIXED',
  'ROLE_HAS_MEMBERS',
  'INVITATION_AWAITS_APPROVAL',
  'INVITATION_OPEN',
  'SAME_ROLE',
  'ROLE_NOT_FOUND',
  'NOTE_NOT_FOUND',
  'MAIL_NOT_KEPT',
  'VIEW_READ_ONLY',
  'VIEW_NEEDS_MONEY',
  'VIEW_OF_STAFF',
]);

/** Also of a helper function that gives the kind, such as `conflict('CODE', …)`. */
const CODE =
  /(?:\b(?:conflict|notFound|notCharged|unavailable|upstreamFailed|refuseLink)\(|'(?:malformed|unauthenticated|insufficient_balance|forbidden|not_found|conflict|too_large|invalid|throttled|upstream_failed|unavailable)'(?:,|\)\())\s*'([A-Z][A-Z_]{2,})'/g;

/** A table of `refusalsOf`: codes by kind. */
const TABLE = /refusalsOf\(\{[\s\S]*?\n\}\)/g;

describe('the docs about errors of the API', () => {
  const documented = [...read('web/content/docs/30-errors.md').matchAll(/^\| `([A-Z_]+)`/gm)].map(
    ([, code]) => code!,
  );
  const sources = readdirSync(inRepo('src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .map((file) => read(`src/${file}`));
  const inCode = new Set(
    sources.flatMap((source) => [
      ...[...source.matchAll(CODE)].map(([, code]) => code!),
      ...[...source.matchAll(TABLE)].flatMap(([table]) =>
        [...table.matchAll(/^ {4}([A-Z][A-Z_]{2,}):/gm)].map(([, code]) => code!),
      ),
    ]),
  );

  it('name every code that a program can get', () => {
    expect(inCode.size).toBeGreaterThan(80);
    const missing = [...inCode].filter(
      (code) => !documented.includes(code) && !NOT_FOR_PROGRAMS.has(code),
    );
    expect(missing).toEqual([]);
  });

  it('name each code once, and none that does not exist', () => {
    expect(new Set(documented).size).toBe(documented.length);
    const source = [...inCode];
    expect(documented.filter((code) => !source.includes(code))).toEqual([]);
    expect(documented.filter((code) => NOT_FOR_PROGRAMS.has(code))).toEqual([]);
    expect([...NOT_FOR_PROGRAMS].filter((code) => !inCode.has(code))).toEqual([]);
  });
});
