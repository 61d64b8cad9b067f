import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { DomainError } from '../../common/errors/domain-error';
import type { Actor } from '../../common/security/actor';
import { AppConfig } from '../../config/app-config';
import { UnitOfWork } from '../../database/unit-of-work';
import {
  addressNotReplaceable,
  addressNotTested,
  addressReplaced,
  addressWorks,
  noOtherAddress,
  poolAddressNotReplaceable,
  proxyNotActive,
  proxyNotFound,
  replacementLimit,
} from '../proxies.errors';
import { ProxyCredentialsService } from '../proxy-credentials.service';
import { ProxyRepository, type StoredProxy } from '../proxy.repository';
import { probeAddress } from './address-probe';
import {
  AddressReplacementRepository,
  type RecentReplacement,
} from './address-replacement.repository';
import { MAX_REPLACEMENTS, type ReplacementRequest } from './address-replacement.types';
import { type ProxyOnUnit, StockReplacementRepository } from './stock-replacement.repository';
import { StockReplacementService } from './stock-replacement.service';

/** Lets owners replace the address of a datacenter proxy, free of charge. */
@Injectable()
export class AddressReplacementService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly proxies: ProxyRepository,
    private readonly units: StockReplacementRepository,
    private readonly replacements: AddressReplacementRepository,
    private readonly stock: StockReplacementService,
    private readonly passwords: ProxyCredentialsService,
    private readonly config: AppConfig,
    private readonly audit: AuditService,
  ) {}

  /**
   * Gives an own datacenter proxy another free address of the same country and ends the connections through the old
   * one. A dead unit is withdrawn from sale, once a test has failed too; one that is blocked or slow for this customer is
   * on sale again.
   * @throws DomainError not_found PROXY_NOT_FOUND, conflict PROXY_EXPIRED, PROXY_SUSPENDED, ADDRESS_NOT_REPLACEABLE,
   * ADDRESS_REPLACED, REPLACEMENT_LIMIT with `errors.next_at`, ADDRESS_WORKS, NO_REPLACEMENT, unavailable
   * ADDRESS_NOT_TESTED.
   */
  async replace(actor: Actor, id: number, request: ReplacementRequest): Promise<void> {
    const known = await this.getReplaceable(actor, id);
    if (request.address !== null && request.address !== known.ip) throw addressReplaced();
    this.checkLimit(await this.replacements.findRecent(id));
    if (request.reason === 'dead') await this.expectDead(known);
    await this.uow.run(async () => {
      const proxy = await this.units.lockOwned(actor.userId, id);
      if (!proxy) {
        await this.getReplaceable(actor, id);
        throw addressNotReplaceable();
      }
      // The complaint is about the address before, and must not cost the new one.
      if (proxy.address !== (request.address ?? known.ip)) throw addressReplaced();
      const recent = await this.replacements.findRecent(id);
      this.checkLimit(recent);
      const except = recent.map(({ oldAddress }) => oldAddress);
      const newAddress = await this.replaceUnit(proxy, request, except);
      await this.record(actor, proxy, newAddress, request);
    });
  }

  /** Of an account that is closed; needs an open unit of work. */
  eraseDetails(userId: number): Promise<void> {
    return this.replacements.eraseDetails(userId);
  }

  private async getReplaceable(actor: Actor, id: number): Promise<StoredProxy> {
    const proxy = await this.proxies.findOwned(actor.userId, id);
    if (!proxy) throw proxyNotFound();
    if (proxy.isExpired) throw proxyNotActive('expired');
    if (proxy.status === 'suspended') throw proxyNotActive('suspended');
    if (proxy.type !== 'individual_ipv4') throw poolAddressNotReplaceable();
    if (!proxy.canReplaceAddress) throw addressNotReplaceable();
    return proxy;
  }

  private checkLimit(recent: readonly RecentReplacement[]): void {
    if (recent.length >= MAX_REPLACEMENTS)
      throw replacementLimit(MAX_REPLACEMENTS, recent.at(-MAX_REPLACEMENTS)!.countsUntil);
  }

  /** Without an echo address to test with, customers are believed. */
  private async expectDead({ uuid, passwordEncrypted, ...proxy }: StoredProxy): Promise<void> {
    const { probeUrl } = this.config.gateway;
    if (probeUrl === undefined) return;
    const { host, port, username } = proxy;
    const password = this.passwords.decrypt(uuid, passwordEncrypted);
    const found = await probeAddress(
      { host, port, protocol: 'http', username, password },
      probeUrl,
    );
    if (found === 'works') throw addressWorks();
    if (found === 'unknown') throw addressNotTested();
  }

  private async replaceUnit(
    proxy: ProxyOnUnit,
    { reason, details }: ReplacementRequest,
    except: readonly string[],
  ): Promise<string> {
    const note = `Reported ${reason} by the customer of proxy ${proxy.id}${details ? `: ${details}` : ''}`;
    try {
      return await this.stock.replaceUnit(proxy, { note, isUsable: reason !== 'dead', except });
    } catch (error) {
      if (error instanceof DomainError && error.code === 'NO_REPLACEMENT') throw noOtherAddress();
      throw error;
    }
  }

  /** The audit trail, which is never erased, has no text of the customer. */
  private async record(
    actor: Actor,
    { id, address }: ProxyOnUnit,
    newAddress: string,
    { reason, details }: ReplacementRequest,
  ): Promise<void> {
    const addresses = { oldAddress: address, newAddress };
    await this.replacements.insert({
      ...{ proxyId: id, userId: actor.userId, ...addresses, reason, details },
    });
    await this.audit.record(actor, {
      action: 'proxy.address_replaced',
      target: `proxy:${id}`,
      details: `Replaced ${address} by ${newAddress} behind proxy ${id}, reported ${reason} by its owner`,
      before: { address },
      after: { address: newAddress },
    });
  }
}
