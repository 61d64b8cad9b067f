import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { invalidFields } from '../../common/errors/domain-error';
import { canonicalAddress } from '../../common/net/addresses';
import type { Actor } from '../../common/security/actor';
import { AppConfig } from '../../config/app-config';
import { UnitOfWork } from '../../database/unit-of-work';
import { MailService } from '../../mail/mail.service';
import { SettingsService } from '../../settings/settings.service';
import { addressNotFound, proxyNotFound } from '../proxies.errors';
import { isAllowable, parseAllowable } from './allowable-address';
import { AllowedAddressRepository } from './allowed-address.repository';
import {
  type AddressListChange,
  type AllowedAddresses,
  type CustomerAddresses,
  type ListedAddress,
  MAX_ALLOWED_ADDRESSES,
} from './allowed-addresses.types';

/** The addresses from which a customer's proxies need no password. */
@Injectable()
export class AllowedAddressesService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly repository: AllowedAddressRepository,
    private readonly settings: SettingsService,
    private readonly mail: MailService,
    private readonly audit: AuditService,
    private readonly config: AppConfig,
  ) {}

  async listOwn(actor: Actor): Promise<AllowedAddresses> {
    return {
      ...(await this.listOf(actor.userId)),
      currentAddress: this.toCurrentAddress(actor.ip),
    };
  }

  /** For staff: the lists of a customer. */
  async listOf(userId: number): Promise<CustomerAddresses> {
    const rows = await this.repository.findByUser(userId);
    const { addressAccessEnabled } = await this.settings.current();
    const proxies = new Map<number, ListedAddress[]>();
    for (const { proxyId, ...listed } of rows)
      if (proxyId !== null) proxies.set(proxyId, [...(proxies.get(proxyId) ?? []), listed]);
    return {
      isEnabled: addressAccessEnabled,
      account: rows.filter((row) => row.proxyId === null),
      proxies: [...proxies].map(([proxyId, addresses]) => ({ proxyId, addresses })),
    };
  }

  /**
   * Replaces the list of the account or of one proxy, in force at every gateway within five seconds. What is new has to
   * be proved at a gateway. The owner is told by mail of addresses that were added.
   * @param proxyId null for the account.
   * @throws DomainError not_found PROXY_NOT_FOUND; invalid with `addresses`.
   */
  async replaceOwn(
    actor: Actor,
    proxyId: number | null,
    texts: readonly string[],
  ): Promise<AllowedAddresses> {
    const { userId } = actor;
    await this.uow.run(async () => {
      await this.repository.lockLists(userId);
      if (proxyId !== null && !(await this.repository.ownsProxy(userId, proxyId)))
        throw proxyNotFound();
      const addresses = this.toAddresses(texts);
      const change = await this.repository.replace(
        userId,
        proxyId,
        addresses,
        actor.apiKey?.id ?? null,
      );
      if (change.added.length + change.removed.length === 0) return;
      await this.record(actor, proxyId, change);
      if (change.added.length > 0) await this.notify(actor, proxyId, change.added);
    });
    return this.listOwn(actor);
  }

  /**
   * Removes one address of a customer on behalf of staff; in force at every gateway within five seconds.
   * @throws DomainError not_found ADDRESS_NOT_FOUND.
   */
  removeOne(
    actor: Actor,
    customer: { id: number; name: string },
    addressId: number,
  ): Promise<void> {
    return this.uow.run(async () => {
      await this.repository.lockLists(customer.id);
      const removed = await this.repository.removeOne(customer.id, addressId);
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
  removeAll(userId: number): Promise<void> {
    return this.repository.removeAll(userId);
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
    { added, removed }: AddressListChange,
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
