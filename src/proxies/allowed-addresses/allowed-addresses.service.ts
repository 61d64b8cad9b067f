import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { invalidFields } from '../../common/errors/domain-error';
import { canonicalAddress } from '../../common/net/addresses';
import type { Actor } from '../../common/security/actor';
import { AppConfig } from '../../config/app-config';
import { UnitOfWork } from '../../database/unit-of-work';
import { MailService } from '../../mail/mail.service';
import { SettingsService } from '../../settings/settings.service';
import { addressNotFound } from '../proxies.errors';
import { assertOwnsProxy } from '../proxy.sql';
import {
  AllowedAddress,
  isAllowable,
  MAX_ALLOWED_ADDRESSES,
  parseAllowable,
} from './allowed-address.entity';
import type {
  AllowedAddressesData,
  AllowedAddressesDto,
  AllowedAddressResponse,
} from './allowed-addresses.dto';

type Listed = AllowedAddressResponse & { readonly id: number };

/** The lists of a customer as staff see them. */
export interface CustomerAddresses {
  /** Whether staff have the feature on; the lists are kept while it is off. */
  readonly enabled: boolean;
  readonly account: Listed[];
  /** Of the proxies that have a list of their own. */
  readonly proxies: { readonly proxy_id: number; readonly addresses: Listed[] }[];
}

interface ListChange {
  readonly added: string[];
  readonly removed: string[];
}

/** The addresses from which a customer's proxies need no password. */
@Injectable()
export class AllowedAddressesService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly settings: SettingsService,
    private readonly mail: MailService,
    private readonly audit: AuditService,
    private readonly config: AppConfig,
  ) {}

  async listOwn(actor: Actor): Promise<AllowedAddressesData> {
    const { enabled, account, proxies } = await this.listOf(actor.userId);
    return {
      enabled,
      limit: MAX_ALLOWED_ADDRESSES,
      current_address: this.toCurrentAddress(actor.ip),
      account: account.map(withoutId),
      proxies: proxies.map((each) => ({ ...each, addresses: each.addresses.map(withoutId) })),
    };
  }

  /** For staff: the lists of a customer, each in the order in which the addresses were added. */
  async listOf(userId: number): Promise<CustomerAddresses> {
    const rows = await this.uow.manager.query<(Listed & { proxyId: number | null })[]>(
      `SELECT a.id, a.proxy_id AS "proxyId", a.address, a.created_at,
              CASE WHEN h.user_id = a.user_id THEN 'active' WHEN h.user_id IS NULL THEN 'pending' ELSE 'taken' END AS state,
              CASE WHEN h.user_id = a.user_id THEN h.last_used_at END AS last_used_at
       FROM allowed_address a LEFT JOIN held_address h ON h.address = a.address
       WHERE a.user_id = $1 ORDER BY a.id`,
      [userId],
    );
    const { addressAccessEnabled } = await this.settings.current();
    const lists = new Map<number | null, Listed[]>();
    for (const { proxyId, ...listed } of rows)
      lists.set(proxyId, [...(lists.get(proxyId) ?? []), listed]);
    return {
      enabled: addressAccessEnabled,
      account: lists.get(null) ?? [],
      proxies: [...lists].flatMap(([id, addresses]) =>
        id === null ? [] : [{ proxy_id: id, addresses }],
      ),
    };
  }

  /**
   * Replaces the list of the account or of one proxy, in force at every gateway within five seconds. What is new has to
   * be proved at a gateway. The owner is told by mail of addresses that were added.
   */
  async replaceOwn(
    actor: Actor,
    { addresses: texts, proxy_id: proxyId = null }: AllowedAddressesDto,
  ): Promise<AllowedAddressesData> {
    await this.uow.run(async () => {
      await this.lockLists(actor.userId);
      if (proxyId !== null) await assertOwnsProxy(this.uow, actor.userId, proxyId);
      const change = await this.replace(actor, proxyId, this.toAddresses(texts));
      if (change.added.length + change.removed.length === 0) return;
      await this.record(actor, proxyId, change);
      if (change.added.length > 0) await this.notify(actor, proxyId, change.added);
    });
    return this.listOwn(actor);
  }

  /** Removes one address of a customer on behalf of staff; in force at every gateway within five seconds. */
  removeOne(
    actor: Actor,
    customer: { id: number; name: string },
    addressId: number,
  ): Promise<void> {
    return this.uow.run(async () => {
      await this.lockLists(customer.id);
      const [[removed]] = await this.uow
        .requireTransaction()
        .query<[{ proxyId: number | null; address: string }[], number]>(
          'DELETE FROM allowed_address WHERE user_id = $1 AND id = $2 RETURNING proxy_id AS "proxyId", address',
          [customer.id, addressId],
        );
      if (!removed) throw addressNotFound();
      const { proxyId, address } = removed;
      const where = proxyId === null ? 'all proxies' : `proxy ${proxyId}`;
      await this.audit.record(actor, {
        action: 'proxy.addresses_changed',
        target: proxyId === null ? `user:${customer.id}` : `proxy:${proxyId}`,
        details: `Removed ${address} from the access without a password for ${where} of ${customer.name}`,
        before: { removed: [address] },
        after: { added: [] },
      });
    });
  }

  /** Of an account that is being closed; needs an open unit of work. */
  async removeAll(userId: number): Promise<void> {
    await this.uow.requireTransaction().delete(AllowedAddress, { userId });
  }

  /** Until the unit of work ends, so that two changes of one list make one after the other. */
  private async lockLists(userId: number): Promise<void> {
    await this.uow
      .requireTransaction()
      .query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId]);
  }

  private async replace(
    { userId, apiKey }: Actor,
    proxyId: number | null,
    addresses: readonly string[],
  ): Promise<ListChange> {
    const manager = this.uow.requireTransaction();
    const [removed] = await manager.query<[{ address: string }[], number]>(
      `DELETE FROM allowed_address
       WHERE user_id = $1 AND proxy_id IS NOT DISTINCT FROM $2 AND address <> ALL($3) RETURNING address`,
      [userId, proxyId, addresses],
    );
    const added = await manager.query<{ address: string }[]>(
      `INSERT INTO allowed_address (user_id, proxy_id, address, api_key_id)
       SELECT $1::int, $2::int, n.address, $4::int FROM unnest($3::text[]) WITH ORDINALITY AS n (address, place)
       ORDER BY n.place
       ON CONFLICT DO NOTHING RETURNING address`,
      [userId, proxyId, addresses, apiKey?.id ?? null],
    );
    return { added: added.map(toAddress), removed: removed.map(toAddress) };
  }

  private toAddresses(texts: readonly string[]): string[] {
    const parsed = texts.map((text) => parseAllowable(text, this.config.isProduction));
    const problems = parsed.flatMap((each) => ('problem' in each ? [each.problem] : []));
    if (problems.length > 0) throw invalidFields({ addresses: [...new Set(problems)] });
    const addresses = parsed.flatMap((each) => ('address' in each ? [each.address] : []));
    const distinct = [...new Set(addresses)];
    if (distinct.length > MAX_ALLOWED_ADDRESSES)
      throw invalidFields({
        addresses: [
          `A list has at most ${MAX_ALLOWED_ADDRESSES} addresses; these are ${distinct.length}`,
        ],
      });
    return distinct;
  }

  private toCurrentAddress(ip: string): string | null {
    const address = canonicalAddress(ip);
    return address !== undefined && isAllowable(address, this.config.isProduction) ? address : null;
  }

  private record(
    actor: Actor,
    proxyId: number | null,
    { added, removed }: ListChange,
  ): Promise<void> {
    const what = [
      added.length > 0 && `allowed ${added.join(', ')}`,
      removed.length > 0 && `removed ${removed.join(', ')}`,
    ].filter((part) => part !== false);
    const where = proxyId === null ? 'all proxies' : `proxy ${proxyId}`;
    return this.audit.record(actor, {
      action: 'proxy.addresses_changed',
      target: proxyId === null ? `user:${actor.userId}` : `proxy:${proxyId}`,
      details: `Access without a password for ${where}: ${what.join('; ')}`,
      before: { removed },
      after: { added },
    });
  }

  private notify(actor: Actor, proxyId: number | null, added: readonly string[]): Promise<void> {
    const where = proxyId === null ? 'all your proxies' : `your proxy ${proxyId}`;
    const addresses = added.length === 1 ? 'An address was' : `${added.length} addresses were`;
    return this.mail.enqueueTemplate(actor.email, (site) => ({
      subject: `${addresses} allowed to use your ${site} proxies`,
      heading: 'Access without a password',
      paragraphs: [
        `Hello ${actor.name},`,
        `${added.join(', ')} may use ${where} without a password.`,
        'An address that is new to your account needs one request with the username and password of a proxy first.',
      ],
      action: {
        label: 'See your allowed addresses',
        url: `${this.config.http.appUrl}/profile?tab=security`,
      },
      closing: `If this was not you, remove them, change your password immediately and contact ${this.config.support.email}.`,
    }));
  }
}

const toAddress = (row: { address: string }): string => row.address;

const withoutId = ({ id: _, ...listed }: Listed): AllowedAddressResponse => listed;
