import {
  ProxyProvider,
  type ChangeResult,
  type DeliveredUnit,
  type LookupRequest,
  type LookupResult,
  type ProvisionRequest,
  type ProvisionResult,
  type ReissueResult,
  type UsageChanges,
} from '../../../src/proxies/ports/proxy-provider.port';
import { DAY, MINUTE } from '../../../src/common/time/clock';

/** What becomes of an order at the provider, and what it says about it. */
export const DEEDS = [
  'deliver',
  'deliver-less',
  'deliver-more',
  'refuse',
  'deliver-in-silence',
  'deliver-less-in-silence',
  'forget-in-silence',
  'deliver-and-throw',
  'forget-and-throw',
] as const;
export type Deed = (typeof DEEDS)[number];

/** What it makes of an order for so many: null is nothing at all, not even a refusal. */
export function madeBy(deed: Deed, quantity: number): number | null {
  if (deed.startsWith('forget') || deed === 'refuse') return null;
  if (deed.startsWith('deliver-less')) return quantity - 1;
  return deed === 'deliver-more' ? quantity + 1 : quantity;
}

/** A proxy provider that does what the script says. What it has made it tells for ever after. */
export class ScriptedProxyProvider extends ProxyProvider {
  readonly name = 'scripted';
  readonly missingIsFinalAfterMs = MINUTE;
  readonly made = new Map<string, DeliveredUnit[]>();
  deed: Deed = 'deliver';
  isSilent = false;
  private serial = 0;

  async provision({ key, order, reserved }: ProvisionRequest): Promise<ProvisionResult> {
    const { deed } = this;
    const quantity = order.type === 'individual_ipv4' ? order.quantity : 1;
    const count = madeBy(deed, quantity);
    if (count !== null && !this.made.has(key))
      this.made.set(
        key,
        Array.from({ length: count }, (_, index) => this.unit(reserved[index]?.address ?? null)),
      );
    if (deed.endsWith('-throw')) throw new Error('socket hang up');
    if (deed.endsWith('-silence')) return { outcome: 'unknown', reason: 'timeout' };
    return this.tell(key, quantity) ?? { outcome: 'rejected', reason: 'sold out' };
  }

  lookup({ key, quantity }: LookupRequest): Promise<LookupResult> {
    return Promise.resolve(
      this.isSilent
        ? { outcome: 'unknown', reason: 'timeout' }
        : (this.tell(key, quantity) ?? { outcome: 'missing' }),
    );
  }

  reconfigure = (): Promise<ChangeResult> => Promise.resolve({ outcome: 'done' });
  suspend = (): Promise<ChangeResult> => Promise.resolve({ outcome: 'done' });
  resume = (): Promise<ChangeResult> => Promise.resolve({ outcome: 'done' });
  reissueCredentials = (): Promise<ReissueResult> => Promise.resolve({ outcome: 'missing' });
  usage = () => Promise.resolve([]);
  usageByMonth = () => Promise.resolve([]);
  usageByDay = () => Promise.resolve([]);
  usageChanges = (): Promise<UsageChanges> =>
    Promise.resolve({ readings: [], cursor: '', more: false });

  private tell(key: string, quantity: number): ProvisionResult | null {
    const units = this.made.get(key);
    if (!units) return null;
    return units.length >= quantity
      ? { outcome: 'delivered', units }
      : { outcome: 'partly', units, reason: 'not all of them' };
  }

  private unit(ip: string | null): DeliveredUnit {
    this.serial += 1;
    return {
      apiId: `scripted-${this.serial}`,
      host: 'localhost',
      port: 3128,
      portSocks5: 1080,
      username: `user${this.serial}`,
      password: 'not so secret',
      ip,
      sessionId: null,
      limitBytes: ip === null ? 2n ** 30n : null,
      expiresAt: new Date(Date.now() + 30 * DAY),
    };
  }
}
