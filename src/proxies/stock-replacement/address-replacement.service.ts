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
import { ProxyRepository, type OwnedProxy } from '../proxy.repository';
import { hasReplaceableAddress, lockOwnerShared } from '../proxy.sql';
import { probeAddress } from '../testing/echo-through-proxy';
import { AddressReplacement, MAX_REPLACEMENTS } from './address-replacement.entity';
import type { ReplaceAddressDto } from './stock-replacement.dto';
import {
  SELECT_PROXY_ON_UNIT,
  StockReplacementService,
  type ProxyOnUnit,
} from './stock-replacement.service';

interface RecentReplacement {
  readonly oldAddress: string;
  /** When it no longer counts. */
  readonly countsUntil: Date;
}

/** Lets owners replace the address of a datacenter proxy, free of charge. */
@Injectable()
export class AddressReplacementService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly proxies: ProxyRepository,
    private readonly stock: StockReplacementService,
    private readonly config: AppConfig,
    private readonly audit: AuditService,
  ) {}

  /**
   * Gives an own datacenter proxy another free address of the same country and ends the connections through the old
   * one. A dead unit is withdrawn from sale, once a test has failed too; one that is blocked or slow for this customer is
   * on sale again.
   */
  async replace(actor: Actor, id: number, body: ReplaceAddressDto): Promise<void> {
    const known = await this.getReplaceable(actor, id);
    if (body.address != null && body.address !== known.ip) throw addressReplaced();
    await this.findRecent(id);
    if (body.reason === 'dead') await this.expectDead(known);
    await this.uow.run(async () => {
      const proxy = await this.lockOwned(actor.userId, id);
      if (!proxy) {
        await this.getReplaceable(actor, id);
        throw addressNotReplaceable();
      }
      // The complaint is about the address before, and must not cost the new one.
      if (proxy.address !== (body.address ?? known.ip)) throw addressReplaced();
      const except = (await this.findRecent(id)).map(({ oldAddress }) => oldAddress);
      await this.record(actor, proxy, await this.replaceUnit(proxy, body, except), body);
    });
  }

  /** Erases what a user wrote, also from the notes of the units. Of an account that is closed; needs an open unit of work. */
  async eraseDetails(userId: number): Promise<void> {
    const manager = this.uow.requireTransaction();
    await manager.query(
      `UPDATE stock_unit s SET note = replace(s.note, ': ' || r.details, '')
       FROM address_replacement r
       WHERE r.user_id = $1 AND s.address = r.old_address AND position(': ' || r.details IN s.note) > 0`,
      [userId],
    );
    await manager.update(AddressReplacement, { userId }, { details: null });
  }

  private async getReplaceable(actor: Actor, id: number): Promise<OwnedProxy> {
    const proxy = await this.proxies.findOwned(actor.userId, id);
    if (!proxy) throw proxyNotFound();
    if (proxy.isExpired) throw proxyNotActive('expired');
    if (proxy.status === 'suspended') throw proxyNotActive('suspended');
    if (proxy.type !== 'individual_ipv4') throw poolAddressNotReplaceable();
    if (!proxy.canReplaceAddress) throw addressNotReplaceable();
    return proxy;
  }

  /** Of the last 30 days by the clock of the database, oldest first; refuses when there are too many. */
  private async findRecent(proxyId: number): Promise<RecentReplacement[]> {
    const recent = await this.uow.manager.query<RecentReplacement[]>(
      `SELECT old_address AS "oldAddress", created_at + interval '30 days' AS "countsUntil"
       FROM address_replacement WHERE proxy_id = $1 AND created_at > now() - interval '30 days'
       ORDER BY created_at, id`,
      [proxyId],
    );
    if (recent.length >= MAX_REPLACEMENTS)
      throw replacementLimit(MAX_REPLACEMENTS, recent.at(-MAX_REPLACEMENTS)!.countsUntil);
    return recent;
  }

  /** Without an echo address to test with, customers are believed. */
  private async expectDead({ host, port, username, password }: OwnedProxy): Promise<void> {
    const { probeUrl } = this.config.gateway;
    if (probeUrl === undefined) return;
    const found = await probeAddress(
      { host, port, protocol: 'http', username, password },
      probeUrl,
    );
    if (found === 'works') throw addressWorks();
    if (found === 'unknown') throw addressNotTested();
  }

  /**
   * Locks the proxy until the unit of work ends. Only a read that follows the lock sees the unit that a concurrent call has
   * given it.
   * @returns undefined when the user has no such proxy, or its address cannot be replaced.
   */
  private async lockOwned(userId: number, proxyId: number): Promise<ProxyOnUnit | undefined> {
    await lockOwnerShared(this.uow, userId);
    const manager = this.uow.requireTransaction();
    await manager.query(`SELECT FROM proxy WHERE id = $2 AND user_id = $1 FOR NO KEY UPDATE`, [
      userId,
      proxyId,
    ]);
    const [proxy] = await manager.query<ProxyOnUnit[]>(
      `${SELECT_PROXY_ON_UNIT} AND p.id = $2 AND p.user_id = $1 AND ${hasReplaceableAddress('p')}`,
      [userId, proxyId],
    );
    return proxy;
  }

  private async replaceUnit(
    proxy: ProxyOnUnit,
    { reason, details }: ReplaceAddressDto,
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
    { reason, details }: ReplaceAddressDto,
  ): Promise<void> {
    await this.uow.requireTransaction().insert(AddressReplacement, {
      ...{ proxyId: id, userId: actor.userId, oldAddress: address, newAddress, reason },
      details: details || null,
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
