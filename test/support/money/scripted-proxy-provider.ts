import {
  ProxyProvider,
  type ChangeResult,
  type CloseConnectionsResult,
  type ConnectionsResult,
  type DeliveredUnit,
  type ExtendRequest,
  type ExtendResult,
  type Extension,
  type ExtensionLookup,
  type LookupRequest,
  type LookupResult,
  type ProvisionRequest,
  type ProvisionResult,
  type ReissueResult,
  type RetractResult,
  type UsageChanges,
} from '../../../src/proxies/ports/proxy-provider.port';
import { DAY, MINUTE } from '../../../src/common/time/clock';

/** What the provider does with an order and what it replies. */
export const PROVISION_BEHAVIOURS = [
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
export type ProvisionBehaviour = (typeof PROVISION_BEHAVIOURS)[number];

/** Units created for an order; null when the provider keeps no record of it. */
export function countProvisioned(behaviour: ProvisionBehaviour, quantity: number): number | null {
  if (behaviour.startsWith('forget') || behaviour === 'refuse') return null;
  if (behaviour.startsWith('deliver-less')) return quantity - 1;
  return behaviour === 'deliver-more' ? quantity + 1 : quantity;
}

/** A proxy provider whose behaviour is set by the test. Lookups return everything it has created. */
export class ScriptedProxyProvider extends ProxyProvider {
  readonly name = 'scripted';
  readonly cancelMissingAfterMs = MINUTE;
  readonly cancelled = new Set<string>();
  readonly provisioned = new Map<string, DeliveredUnit[]>();
  behaviour: ProvisionBehaviour = 'deliver';
  readonly extended = new Map<string, Extension>();
  isUnresponsive = false;
  private serial = 0;

  async provision({ key, order, reserved }: ProvisionRequest): Promise<ProvisionResult> {
    const { behaviour } = this;
    const quantity = order.type === 'individual_ipv4' ? order.quantity : 1;
    const count = countProvisioned(behaviour, quantity);
    if (count !== null && !this.provisioned.has(key) && !this.cancelled.has(key))
      this.provisioned.set(
        key,
        Array.from({ length: count }, (_, index) =>
          this.createUnit(reserved[index]?.address ?? null),
        ),
      );
    if (behaviour.endsWith('-throw')) throw new Error('socket hang up');
    if (behaviour.endsWith('-silence')) return { outcome: 'unknown', reason: 'timeout' };
    return this.buildResult(key, quantity) ?? { outcome: 'rejected', reason: 'sold out' };
  }

  lookup({ key, quantity }: LookupRequest): Promise<LookupResult> {
    return Promise.resolve(
      this.isUnresponsive
        ? { outcome: 'unknown', reason: 'timeout' }
        : (this.buildResult(key, quantity) ?? { outcome: 'missing' }),
    );
  }

  async cancel(request: LookupRequest): Promise<LookupResult> {
    const found = await this.lookup(request);
    if (found.outcome === 'missing') this.cancelled.add(request.key);
    return found;
  }

  /** `deliver-less` and `deliver-more` have no meaning here and deliver. */
  extend({ key, addBytes, extendMinutes }: ExtendRequest): Promise<ExtendResult> {
    const { behaviour } = this;
    const isGiven = !behaviour.startsWith('forget') && behaviour !== 'refuse';
    if (isGiven && !this.extended.has(key) && !this.cancelled.has(key))
      this.extended.set(key, {
        addedBytes: addBytes,
        addedMs: BigInt(extendMinutes) * BigInt(MINUTE),
      });
    if (behaviour.endsWith('-throw')) return Promise.reject(new Error('socket hang up'));
    if (behaviour.endsWith('-silence'))
      return Promise.resolve({ outcome: 'unknown', reason: 'timeout' });
    const given = this.extended.get(key);
    return Promise.resolve(
      given ? { outcome: 'extended', ...given } : { outcome: 'rejected', reason: 'sold out' },
    );
  }

  lookupExtension(key: string): Promise<ExtensionLookup> {
    const given = this.extended.get(key);
    if (this.isUnresponsive) return Promise.resolve({ outcome: 'unknown', reason: 'timeout' });
    return Promise.resolve(given ? { outcome: 'extended', ...given } : { outcome: 'missing' });
  }

  async cancelExtension(key: string): Promise<ExtensionLookup> {
    const found = await this.lookupExtension(key);
    if (found.outcome === 'missing') this.cancelled.add(key);
    return found;
  }

  retractExtension(key: string): Promise<RetractResult> {
    const given = this.extended.get(key);
    return Promise.resolve(
      given
        ? { outcome: 'retracted', takenBytes: given.addedBytes, takenMs: given.addedMs }
        : { outcome: 'missing' },
    );
  }

  reconfigure = (): Promise<ChangeResult> => Promise.resolve({ outcome: 'done' });
  rotateSession = (): Promise<ChangeResult> => Promise.resolve({ outcome: 'done' });
  connections = (): Promise<ConnectionsResult> => Promise.resolve({ outcome: 'missing' });
  closeConnections = (): Promise<CloseConnectionsResult> => Promise.resolve({ outcome: 'missing' });
  suspend = (): Promise<ChangeResult> => Promise.resolve({ outcome: 'done' });
  resume = (): Promise<ChangeResult> => Promise.resolve({ outcome: 'done' });
  reissueCredentials = (): Promise<ReissueResult> => Promise.resolve({ outcome: 'missing' });
  usage = () => Promise.resolve([]);
  usageByMonth = () => Promise.resolve([]);
  usageByDay = () => Promise.resolve([]);
  usageChanges = (): Promise<UsageChanges> =>
    Promise.resolve({ readings: [], cursor: '', more: false });

  private buildResult(key: string, quantity: number): ProvisionResult | null {
    const units = this.provisioned.get(key);
    if (!units) return null;
    return units.length >= quantity
      ? { outcome: 'delivered', units }
      : { outcome: 'partly', units, reason: 'not all of them' };
  }

  private createUnit(ip: string | null): DeliveredUnit {
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
