import { Injectable, Logger } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { refuse } from '../../catalog/catalog.errors';
import { StockService, type UnitReplacement } from '../../catalog/stock/stock.service';
import type { Endpoint, ReservedAddress } from '../../catalog/catalog.types';
import { EndpointService } from '../../catalog/exits/endpoint.service';
import { withMessage } from '../../common/http/api.decorators';
import { MailService } from '../../mail/mail.service';
import type { Actor } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import { LiveConnectionsService } from '../connections/live-connections.service';
import { Proxy } from '../proxy.entity';
import { DomainError } from '../../common/errors/domain-error';
import { AppConfig } from '../../config/app-config';
import {
  addressNotReplaceable,
  addressNotTested,
  addressReplaced,
  addressWorks,
  noOtherAddress,
  poolAddressNotReplaceable,
  proxyNotActive,
  replacementLimit,
} from '../proxies.errors';
import { ProxiesService, type OwnedProxy } from '../proxies.service';
import { hasReplaceableAddress, lockOwnerShared, lockOwnProxy } from '../proxy.sql';
import { probeAddress } from '../testing/echo-through-proxy';
import { AddressReplacement, MAX_REPLACEMENTS } from './address-replacement.entity';
import type { ReplaceAddressDto, ReplacedUnitData } from './address-replacement.dto';

/** A proxy in use and the unit of stock behind it. */
export interface ProxyOnUnit extends Endpoint {
  readonly id: number;
  readonly userId: number;
  readonly unitId: number;
  readonly orderId: number;
  readonly address: string;
  /** ISO code of the unit. */
  readonly country: string;
  readonly expiresAt: Date;
  readonly customer: { readonly name: string; readonly email: string };
}

export const SELECT_PROXY_ON_UNIT = `SELECT p.id, p.user_id AS "userId", p.host, p.port, p.port_socks5 AS "portSocks5", s.id AS "unitId", p.order_id AS "orderId", p.ip AS address,
    e.country::text AS country, p.expires_at AS "expiresAt", json_build_object('name', u.name, 'email', u.email) AS customer
  FROM stock_unit s JOIN exit_node e ON e.id = s.exit_node_id
  JOIN proxy p ON p.order_id = s.order_id AND p.ip = s.address
  JOIN proxy_order o ON o.id = p.order_id JOIN users u ON u.id = p.user_id
  WHERE p.status <> 'expired' AND p.expires_at > now() AND p.refunded_at IS NULL AND o.status <> 'refunded'`;

interface RecentReplacement {
  readonly oldAddress: string;
  /** When it no longer counts. */
  readonly countsUntil: Date;
}

/** Replaces the unit of stock behind a datacenter proxy, whose credentials and endpoint stay: for staff, or its owner. */
@Injectable()
export class AddressReplacementService {
  private readonly logger = new Logger(AddressReplacementService.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly proxies: ProxiesService,
    private readonly stock: StockService,
    private readonly endpoints: EndpointService,
    private readonly connections: LiveConnectionsService,
    private readonly config: AppConfig,
    private readonly audit: AuditService,
    private readonly mail: MailService,
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
      await this.record(actor, proxy, await this.giveReported(proxy, body, except), body);
    });
  }

  /**
   * Gives the proxy of a unit another free one of the same country that outlives it, withdraws the old one and ends the
   * connections through it. The customer gets a mail, or nothing is done.
   */
  async replaceUnit(actor: Actor, unitId: number, reason: string): Promise<ReplacedUnitData> {
    return this.uow.run(async () => {
      const manager = this.uow.requireTransaction();
      const bought = await manager.query<unknown[]>(
        `SELECT FROM stock_unit WHERE id = $1 AND upstream_url_encrypted IS NOT NULL`,
        [unitId],
      );
      if (!bought.length) throw refuse('UNIT_NOT_FOUND');
      // Refunds, renewals and the expiry of the proxy come first, or wait.
      const [proxy] = await manager.query<ProxyOnUnit[]>(
        `${SELECT_PROXY_ON_UNIT} AND s.id = $1 FOR NO KEY UPDATE OF p`,
        [unitId],
      );
      if (!proxy) throw refuse('UNIT_NOT_SOLD');
      const { id: proxyId, address: oldAddress } = proxy;
      const newAddress = await this.giveOther(proxy, { note: reason });
      await this.audit.record(actor, {
        action: 'system.stock_replaced',
        target: `stock_unit:${unitId}`,
        details: `Replaced ${oldAddress} by ${newAddress} behind proxy ${proxyId}. ${reason}`,
        before: { address: oldAddress },
        after: { address: newAddress },
      });
      await this.mailReplaced(proxy, newAddress);
      return withMessage(
        { proxy_id: proxyId, old_address: oldAddress, new_address: newAddress },
        'The address is replaced.',
      );
    });
  }

  /**
   * Moves locked proxies of one customer to free addresses of other exits of the country, with one mail about all of them.
   * Requires an open unit of work. @returns how many; for the others no address is free.
   */
  async moveOff(proxies: readonly ProxyOnUnit[], exitId: number, reason: string): Promise<number> {
    const moved: string[] = [];
    for (const proxy of proxies) {
      const { id, unitId, orderId, country, address: from, expiresAt: until } = proxy;
      const unit = { id: unitId, orderId, country, address: from };
      const note = `Moved off exit ${exitId}: ${reason}`;
      const other = await this.stock.moveOff(unit, exitId, { until, note });
      if (!other) continue;
      const current = { host: proxy.host, port: proxy.port, portSocks5: proxy.portSocks5 };
      const place = { address: other.address, kind: 'datacenter' as const, country };
      const [found] = await this.endpoints.findAll([{ ...place, current }]);
      const { host, port, portSocks5 } = found ?? current;
      await this.attach(id, other, { host, port, portSocks5 });
      await this.audit.record('system', {
        action: 'system.stock_replaced',
        target: `stock_unit:${unitId}`,
        details: `Replaced ${from} by ${other.address} behind proxy ${id}. ${note}`,
        before: { address: from },
        after: { address: other.address },
      });
      const isElsewhere = host !== proxy.host || port !== proxy.port;
      moved.push(
        `Proxy #${id}: ${from} is now ${other.address}${isElsewhere ? `. Connect to ${host}, port ${port} (SOCKS5: ${portSocks5})` : ''}`,
      );
    }
    const [first] = proxies;
    if (first && moved.length)
      await this.mail.enqueueTemplate(first.customer.email, () => ({
        subject:
          moved.length === 1
            ? 'Your proxy has a new address'
            : `${moved.length} of your proxies have new addresses`,
        heading: 'New addresses in the same country',
        paragraphs: [
          `Hello ${first.customer.name},`,
          'We take the addresses of some of your datacenter proxies out of use and have replaced them at no cost.',
          ...moved,
          'User names and passwords stay as they are, and so do host and port unless a line above says otherwise. Where you have allowed an old address at a target, allow the new one instead.',
        ],
        closing: `If you need help, contact ${this.config.support.email}.`,
      }));
    return moved.length;
  }

  /** The customer may have written the old address into the settings of a target. */
  private async mailReplaced({ id, address, customer }: ProxyOnUnit, other: string): Promise<void> {
    await this.mail.enqueueTemplate(customer.email, () => ({
      subject: `The address of your proxy #${id} has changed`,
      heading: 'Your proxy has a new address',
      paragraphs: [
        `Hello ${customer.name},`,
        `The address ${address} of your datacenter proxy #${id} did not work any more. We replaced it by ${other} in the same country, at no cost.`,
        'Host, port, user name and password stay as they are. Where you have allowed the old address at a target, allow the new one instead.',
      ],
      closing: `If you need help, contact ${this.config.support.email}.`,
    }));
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
    const proxy = await this.proxies.get(actor, id);
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
   * @returns undefined when its address cannot be replaced.
   */
  private async lockOwned(userId: number, proxyId: number): Promise<ProxyOnUnit | undefined> {
    await lockOwnerShared(this.uow, userId);
    await lockOwnProxy(this.uow, userId, proxyId);
    const [proxy] = await this.uow.manager.query<ProxyOnUnit[]>(
      `${SELECT_PROXY_ON_UNIT} AND p.id = $2 AND p.user_id = $1 AND ${hasReplaceableAddress('p')}`,
      [userId, proxyId],
    );
    return proxy;
  }

  private async giveReported(
    proxy: ProxyOnUnit,
    { reason, details }: ReplaceAddressDto,
    except: readonly string[],
  ): Promise<string> {
    const note = `Reported ${reason} by the customer of proxy ${proxy.id}${details ? `: ${details}` : ''}`;
    try {
      return await this.giveOther(proxy, { note, isUsable: reason !== 'dead', except });
    } catch (error) {
      if (error instanceof DomainError && error.code === 'NO_REPLACEMENT') throw noOtherAddress();
      throw error;
    }
  }

  /**
   * Gives a locked proxy another unit and, after the commit, ends the connections through the old one. Requires an open
   * unit of work.
   * @returns the new address.
   */
  private async giveOther(
    proxy: ProxyOnUnit,
    how: Omit<UnitReplacement, 'until'>,
  ): Promise<string> {
    const { id, unitId, orderId, country, address, expiresAt: until } = proxy;
    const unit = { id: unitId, orderId, country, address };
    const other = await this.stock.replace(unit, { ...how, until });
    await this.attach(id, other);
    return other.address;
  }

  private async attach(
    id: number,
    { address: ip, exitNodeId }: ReservedAddress,
    endpoint?: Endpoint,
  ): Promise<void> {
    await this.uow.requireTransaction().update(Proxy, { id }, { ip, exitNodeId, ...endpoint });
    await this.uow.afterCommit(() => this.endConnections(id));
  }

  /** New connections use the new unit already; a gateway that does not answer leaves the old ones to end by themselves. */
  private async endConnections(proxyId: number): Promise<void> {
    if (!(await this.connections.closeAll(proxyId)))
      this.logger.warn({ proxyId }, 'Connections through a replaced address may be open still');
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
