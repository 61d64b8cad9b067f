import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import type { AuditAction } from '../../audit/audit.types';
import { decrypt, encrypt } from '../../common/crypto/secrets';
import type { Actor } from '../../common/security/actor';
import { AppConfig } from '../../config/app-config';
import { UnitOfWork } from '../../database/unit-of-work';
import { digestPassword, generatePassword } from '../credentials';
import { proxyNotFound } from '../proxies.errors';
import { subUserContext } from './sub-user.encrypted-columns';
import { subUserExists, subUserNotFound, tooManySubUsers } from './sub-users.errors';
import {
  type SharedProxy,
  type SubUserPassword,
  type SubUserRow,
  SubUsersRepository,
} from './sub-users.repository';
import {
  MAX_SUB_USERS,
  type SubUserChange,
  type SubUserLimits,
  type SubUserView,
} from './sub-users.types';

/** People whom the owner of a proxy lets use it, each with a password and limits of their own. */
@Injectable()
export class SubUsersService {
  private readonly digestKey: Buffer;
  private readonly encryptionKey: Buffer;

  constructor(
    config: AppConfig,
    private readonly uow: UnitOfWork,
    private readonly repository: SubUsersRepository,
    private readonly audit: AuditService,
  ) {
    this.digestKey = config.key('proxy-credential');
    this.encryptionKey = config.key('secrets');
  }

  /** @throws DomainError not_found PROXY_NOT_FOUND. */
  async list(actor: Actor, proxyId: number): Promise<SubUserView[]> {
    const proxy = await this.repository.findProxy(actor.userId, proxyId);
    if (!proxy) throw proxyNotFound();
    const rows = await this.repository.findAll(proxy.proxyId);
    return rows.map((row) => this.toView(proxy, row));
  }

  /**
   * Works at every gateway a moment later.
   * @throws DomainError not_found PROXY_NOT_FOUND, conflict SUB_USER_EXISTS or TOO_MANY_SUB_USERS.
   */
  async create(
    actor: Actor,
    proxyId: number,
    name: string,
    { dailyBytes, monthlyBytes }: SubUserLimits,
  ): Promise<SubUserView> {
    return this.uow.run(async () => {
      const proxy = await this.repository.lockProxy(actor.userId, proxyId);
      if (!proxy) throw proxyNotFound();
      if (await this.repository.exists(proxyId, name)) throw subUserExists(name);
      if ((await this.repository.countAll(proxyId)) >= MAX_SUB_USERS) throw tooManySubUsers();
      const id = await this.repository.insert({
        ...{
          proxyId,
          contextId: proxyId,
          name,
          dailyLimitBytes: dailyBytes,
          monthlyLimitBytes: monthlyBytes,
        },
        ...{ suspended: false, ...this.newPassword(proxyId, name) },
        apiKeyId: actor.apiKey?.id ?? null,
      });
      await this.record(actor, proxyId, 'proxy.sub_user_created', `Added the sub-user “${name}”`);
      return this.get(proxy, id);
    });
  }

  /**
   * In force at every gateway a moment later; open connections of somebody suspended are cut.
   * @throws DomainError not_found PROXY_NOT_FOUND or SUB_USER_NOT_FOUND.
   */
  async change(
    actor: Actor,
    proxyId: number,
    id: number,
    change: SubUserChange,
  ): Promise<SubUserView> {
    return this.withSubUser(actor, proxyId, id, async (proxy, before) => {
      await this.repository.update(proxy.proxyId, id, change);
      await this.audit.record(actor, {
        action: 'proxy.sub_user_changed',
        target: `proxy:${proxyId}`,
        details: `Changed the sub-user “${before.name}”`,
        before: toAudited(before),
        after: toAudited(change),
      });
      return this.get(proxy, id);
    });
  }

  /** The old password stops working at once, also in open connections. @throws DomainError as `change`. */
  async resetPassword(actor: Actor, proxyId: number, id: number): Promise<SubUserView> {
    return this.withSubUser(actor, proxyId, id, async (proxy, { name }) => {
      await this.repository.setPassword(proxyId, id, this.newPassword(proxyId, name));
      const details = `Gave the sub-user “${name}” a new password`;
      await this.record(actor, proxyId, 'proxy.sub_user_password_reset', details);
      return this.get(proxy, id);
    });
  }

  /** Open connections are cut. @throws DomainError as `change`. */
  async remove(actor: Actor, proxyId: number, id: number): Promise<void> {
    await this.withSubUser(actor, proxyId, id, async ({ proxyId }, { name }) => {
      await this.repository.remove(proxyId, id);
      const details = `Removed the sub-user “${name}”`;
      await this.record(actor, proxyId, 'proxy.sub_user_removed', details);
    });
  }

  /** Of an account that is closed; needs an open unit of work. */
  removeAll(userId: number): Promise<void> {
    return this.repository.removeAll(userId);
  }

  private withSubUser<T>(
    actor: Actor,
    proxyId: number,
    id: number,
    work: (proxy: SharedProxy, before: SubUserView) => Promise<T>,
  ): Promise<T> {
    return this.uow.run(async () => {
      const proxy = await this.repository.lockProxy(actor.userId, proxyId);
      if (!proxy) throw proxyNotFound();
      return work(proxy, await this.get(proxy, id));
    });
  }

  private async get(proxy: SharedProxy, id: number): Promise<SubUserView> {
    const [row] = await this.repository.findAll(proxy.proxyId, id);
    if (!row) throw subUserNotFound();
    return this.toView(proxy, row);
  }

  private record(actor: Actor, proxyId: number, action: AuditAction, details: string) {
    return this.audit.record(actor, { action, target: `proxy:${proxyId}`, details });
  }

  private newPassword(proxyId: number, name: string): SubUserPassword {
    const password = generatePassword();
    return {
      passwordDigest: digestPassword(this.digestKey, password),
      passwordEncrypted: encrypt(this.encryptionKey, subUserContext(proxyId, name), password),
    };
  }

  private toView({ username }: SharedProxy, row: SubUserRow): SubUserView {
    const context = subUserContext(row.contextId, row.name);
    return {
      id: row.id,
      name: row.name,
      username: `${username}.${row.name}`,
      password: decrypt(this.encryptionKey, context, row.passwordEncrypted),
      dailyBytes: toBytes(row.dailyLimitBytes),
      monthlyBytes: toBytes(row.monthlyLimitBytes),
      isSuspended: row.suspended,
      usedToday: BigInt(row.todayBytes),
      usedThisMonth: BigInt(row.monthBytes),
      createdAt: row.createdAt,
    };
  }
}

const toBytes = (text: string | null): bigint | null => (text === null ? null : BigInt(text));

const toAudited = ({ dailyBytes, monthlyBytes, isSuspended }: SubUserChange) => ({
  daily_limit_bytes: dailyBytes?.toString() ?? null,
  monthly_limit_bytes: monthlyBytes?.toString() ?? null,
  suspended: isSuspended,
});
