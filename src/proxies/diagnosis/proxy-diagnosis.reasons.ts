import type { ReportedState } from '../../common/gateway/gateway-messages';
import { PROXY_ERROR_HELP, type ProxyErrorReason } from '../../common/gateway/proxy-errors';
import { nameCountry } from '../../common/country';
import { RANDOM_LOCATION } from '../../catalog/catalog.types';
import { readableTime } from '../../common/time/calendar';
import type { UsageFailureResponse } from '../usage/usage.dto';
import type {
  DiagnosedNetworkResponse,
  DiagnosedNetworkState,
  DiagnosedProxyResponse,
  DiagnosisCode,
  DiagnosisReasonResponse,
} from './proxy-diagnosis.dto';

/** What is known of a proxy beside what the gateways say. */
export interface DiagnosisFacts {
  readonly proxy: DiagnosedProxyResponse;
  readonly isRefunded: boolean;
  readonly isRenewable: boolean;
  readonly suspendedBy: {
    readonly staff: boolean;
    readonly owner: boolean;
    readonly account: boolean;
  };
  readonly usedBytes: number;
  readonly limitBytes: number | null;
  readonly lastSeenAt: Date | null;
  readonly gateways: readonly {
    readonly id: string;
    readonly isLive: boolean;
    readonly heartbeatAt: Date;
  }[];
  /** Of those that customers reach by the address of the proxy, where there are such. */
  readonly states: readonly { readonly gateway: string; readonly state: ReportedState }[];
  /** Whether every gateway has answered. */
  readonly isComplete: boolean;
  readonly openConnections: number;
  readonly networks: readonly DiagnosedNetworkResponse[];
  /** Of the last hour. */
  readonly failures: readonly UsageFailureResponse[];
  readonly addresses: {
    readonly enabled: boolean;
    readonly listed: readonly { readonly address: string; readonly state: string }[];
  };
  readonly now: Date;
}

/** What the shop can do about failures that are not the customer's. */
const STAFF_HELP: Partial<Record<ProxyErrorReason, string>> = {
  UPSTREAM_FAILED:
    'See the last connections and the networks below. One that keeps failing is switched off under Networks or Exits & Stock.',
  NO_EXIT: 'See the networks below. Connect one that sells the place, or offer a wider place.',
  UNAVAILABLE:
    'A gateway was restarting or did not reach the database. See its state under Exits & Stock.',
  TARGET_BLOCKED: 'See Blocked targets. Private addresses are refused for everybody.',
};

const NETWORK_TROUBLE: Partial<Record<DiagnosedNetworkState, string>> = {
  resting: 'is left alone for half a minute, since its connections failed',
  full: 'has as many connections as it may have',
  down: 'is out of sale after failed tests',
  spent: 'has used up its budget',
  refused: 'refuses our account',
};

const quote = (text: string): string => `Tell the customer: “${text}”`;
const count = (number: number, one: string, many = `${one}s`): string =>
  `${number.toLocaleString('en-NG')} ${number === 1 ? one : many}`;

/** A place in words. @example residential in Lagos, Nigeria */
export const describePlace = ({
  type,
  location,
  region,
  city,
  isp,
}: DiagnosedProxyResponse): string => {
  const country = location === RANDOM_LOCATION ? 'any country' : nameCountry(location);
  return `${type} in ${[isp, city, region, country].filter(Boolean).join(', ')}`;
};

const describeTrouble = ({ name, state, last_error: error }: DiagnosedNetworkResponse): string =>
  `${name} ${NETWORK_TROUBLE[state]}${error ? ` (${error})` : ''}`;

/** Why requests of a proxy fail: what refuses all of them first, then what failed lately, then what may be wrong. */
export function findReasons(facts: DiagnosisFacts): DiagnosisReasonResponse[] {
  const reasons: DiagnosisReasonResponse[] = [];
  const add = (is_blocking: boolean, code: DiagnosisCode, message: string, how_to_fix: string) => {
    if (!reasons.some((reason) => reason.code === code))
      reasons.push({ code, is_blocking, message, how_to_fix });
  };
  addStored(facts, add);
  addGateways(facts, add);
  for (const { reason, count: times, title, how_to_fix: help } of facts.failures)
    add(
      false,
      reason,
      `${title}: ${count(times, 'request')} refused in the last hour.`,
      STAFF_HELP[reason] ?? quote(help),
    );
  addHints(facts, add);
  return reasons.sort((a, b) => Number(b.is_blocking) - Number(a.is_blocking));
}

type Add = (isBlocking: boolean, code: DiagnosisCode, message: string, howToFix: string) => void;

/** What the database decides. */
function addStored(facts: DiagnosisFacts, add: Add): void {
  const { proxy, suspendedBy, usedBytes, limitBytes } = facts;
  if (facts.isRefunded)
    add(
      true,
      'PROXY_SUSPENDED',
      'Its order was refunded, which ended it.',
      quote('This proxy was refunded. Buy a new one.'),
    );
  else if (proxy.is_expired)
    add(
      true,
      'PROXY_EXPIRED',
      `It expired on ${readableTime(proxy.expires_at)}.`,
      facts.isRenewable
        ? quote(PROXY_ERROR_HELP.PROXY_EXPIRED.howToFix)
        : quote('This proxy cannot be renewed any more. Buy a new one.'),
    );
  else if (proxy.status === 'suspended') {
    const by = [
      suspendedBy.staff && 'staff',
      suspendedBy.account && 'the suspension of the account',
      suspendedBy.owner && 'its owner',
    ].filter(Boolean);
    add(
      true,
      'PROXY_SUSPENDED',
      `It is suspended by ${by.length > 0 ? by.join(' and ') : 'the suspension of the account'}.`,
      suspendedBy.staff
        ? 'The audit trail has the reason. Resume it in its details when that is settled.'
        : suspendedBy.owner
          ? quote('You suspended this proxy yourself. Resume it on its page.')
          : 'Reactivate the account of the customer; its proxies work again with it.',
    );
  }
  if (limitBytes !== null && usedBytes >= limitBytes)
    add(
      true,
      'QUOTA_EXCEEDED',
      'All the traffic that was bought is used up.',
      quote(PROXY_ERROR_HELP.QUOTA_EXCEEDED.howToFix),
    );
}

/** What the gateways would do now. */
function addGateways(facts: DiagnosisFacts, add: Add): void {
  const { gateways, states, proxy, networks } = facts;
  const live = gateways.filter(({ isLive }) => isLive);
  if (live.length === 0 && states.length === 0) {
    const last = gateways.map(({ heartbeatAt }) => heartbeatAt.getTime());
    add(
      true,
      'GATEWAY_SILENT',
      last.length === 0
        ? 'No gateway has ever reported, so nothing answers at its address.'
        : `No gateway is running: the last one reported on ${readableTime(new Date(Math.max(...last)))}.`,
      'Start a gateway. Customers can do nothing about it.',
    );
  } else if (!facts.isComplete)
    add(
      false,
      'GATEWAY_NOT_ANSWERING',
      'Not every gateway answered within a second.',
      'Check again. If it lasts, look at the gateways under Exits & Stock and restart the one that hangs.',
    );
  for (const { gateway, state } of states) {
    if (!state.refusal) continue;
    const { code, message } = state.refusal;
    const others = states.filter((each) => each.state.refusal?.code !== code);
    const isEverywhere = others.length === 0;
    // A dedicated address is at one gateway; the others are not meant to have it.
    if (!isEverywhere && proxy.ip !== null && code === 'NO_EXIT') continue;
    const where = isEverywhere ? '' : ` Gateway ${gateway} only.`;
    if (code === 'NO_EXIT')
      add(isEverywhere, code, `${explainNoExit(facts)}${where}`, helpNoExit(proxy));
    else if (code === 'TOO_MANY_CONNECTIONS')
      add(
        isEverywhere,
        code,
        `${count(facts.openConnections, 'connection is', 'connections are')} open, of ${state.connectionLimit} that it may have.${where}`,
        `Close its connections below. ${quote(PROXY_ERROR_HELP.TOO_MANY_CONNECTIONS.howToFix)}`,
      );
    else
      add(
        isEverywhere,
        code,
        `A gateway refuses it: ${message}${where}`,
        STAFF_HELP[code] ?? quote(PROXY_ERROR_HELP[code].howToFix),
      );
  }
  const troubled = networks.filter(({ state }) => NETWORK_TROUBLE[state] !== undefined);
  if (troubled.length > 0)
    add(
      false,
      'NETWORK_TROUBLE',
      `${troubled.map(describeTrouble).join('; ')}.`,
      'Open the network to see its tests and its account. Other networks and exits of the place serve meanwhile, if there are any.',
    );
}

function explainNoExit({ proxy, networks }: DiagnosisFacts): string {
  if (proxy.ip !== null) return `No gateway serves its address ${proxy.ip}.`;
  const near = networks.filter(({ state }) => state !== 'elsewhere' && state !== 'ready');
  const why = near.map((network) =>
    network.state === 'disabled'
      ? `${network.name} is switched off`
      : network.state === 'cannot_target'
        ? `${network.name} cannot be asked for it`
        : describeTrouble(network),
  );
  return `No network or exit serves ${describePlace(proxy)} now.${why.length > 0 ? ` ${why.join('; ')}.` : ''}`;
}

const helpNoExit = ({ ip }: DiagnosedProxyResponse): string =>
  ip === null
    ? 'Bring a network or an exit of the place back, or connect one. Until then the customer can choose a wider place.'
    : 'Bring its exit back, or replace the address, under Exits & Stock.';

/** What may be wrong without a failure that is counted. */
function addHints({ states, addresses, proxy, ...facts }: DiagnosisFacts, add: Add): void {
  const wrong = states.reduce((sum, { state }) => sum + (state.wrongPasswords?.count ?? 0), 0);
  if (wrong > 0)
    add(
      false,
      'WRONG_PASSWORD',
      `${count(wrong, 'request')} with its username had a wrong password within the last hour.`,
      `${quote('Copy the username and password again from the page of the proxy.')} Anybody who knows the username can cause these.`,
    );
  const unproven = addresses.listed.filter(({ state }) => state !== 'active');
  const names = (addresses.enabled ? unproven : addresses.listed).map(({ address }) => address);
  if (names.length > 0)
    add(
      false,
      'ADDRESS_NOT_ALLOWED',
      addresses.enabled
        ? `From ${names.join(', ')} a password is still needed: the address is on the list but not proved by the customer${unproven.some(({ state }) => state === 'taken') ? ', or another customer has proved it' : ''}.`
        : 'Addresses are listed to be used without a password, and that is switched off in Settings.',
      addresses.enabled
        ? quote('Send one request with the username and password of the proxy from that address.')
        : 'Switch it on in Settings, or ask the customer to send username and password.',
    );
  const isQuiet =
    facts.lastSeenAt === null || facts.now.getTime() - facts.lastSeenAt.getTime() > 24 * 3_600_000;
  if (isQuiet && !proxy.is_expired && proxy.status === 'active')
    add(
      false,
      'NO_REQUESTS',
      facts.lastSeenAt === null
        ? 'No request with its username has ever reached a gateway.'
        : `No request with its username has reached a gateway since ${readableTime(facts.lastSeenAt)}.`,
      quote(
        `Check the host and port in your program: they are ${proxy.endpoint} for ${proxy.protocol.toUpperCase()}.`,
      ),
    );
}
