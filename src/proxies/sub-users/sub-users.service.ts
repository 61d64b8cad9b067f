import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import type { AuditAction } from '../../audit/audit.types';
import { decrypt, encrypt } from '../../common/crypto/secrets';
import type { Actor } from '../../common/security/actor';
import { AppConfig } from '../../config/app-config';
import { UnitOfWork } from '../../database/unit-of-work';
import { digestPassword, generatePassword } from '../credentials';
import { subUserContext } from '../proxies.encrypted-columns';
import { subUserExists, subUserNotFound, tooManySubUsers } from '../proxies.errors';
import { assertOwnsProxy, lockOwnerShared, lockOwnProxy } from '../proxy.sql';
import { GIGABYTE } from '../proxy.types';
import { MAX_SUB_USERS, SubUser } from './sub-user.entity';
import type {
  ChangeSubUserDto,
  CreateSubUserDto,
  SubUserLimitsDto,
  SubUserResponse,
  SubUsersData,
} from './sub-users.dto';

interface SubUserRow extends Omit<SubUserResponse, 'password'> {
  readonly contextId: number;
  readonly passwordEncrypted: string;
  readonly dailyLimitBytes: string | null;
  readonly monthlyLimitBytes: string | null;
}

/** People whom the owner of a proxy lets use it, each with a password and limits of their own. */
@Injectable()
export class SubUsersService {
  private readonly digestKey: Buffer;
  private readonly encryptionKey: Buffer;

  constructor(
    config: AppConfig,
    private readonly uow: UnitOfWork,
    private readonly audit: AuditService,
  ) {
    this.digestKey = config.key('proxy-credential');
    this.encryptionKey = config.key('secrets');
  }

  async list({ userId }: Actor, proxyId: number): Promise<SubUsersData> {
    await assertOwnsProxy(this.uow, userId, proxyId);
    const subUsers = await this.findAll(proxyId);
    return { sub_users: subUsers.map((row) => this.toResponse(row)), limit: MAX_SUB_USERS };
  }

  /** Works at every gateway a moment later. */
  create(actor: Actor, proxyId: number, body: CreateSubUserDto): Promise<SubUserResponse> {
    const { name } = body;
    return this.uow.run(async () => {
      await this.lockProxy(actor.userId, proxyId);
      const { manager } = this.uow;
      if (await manager.existsBy(SubUser, { proxyId, name })) throw subUserExists(name);
      if ((await manager.countBy(SubUser, { proxyId })) >= MAX_SUB_USERS) throw tooManySubUsers();
      const { identifiers } = await manager.insert(SubUser, {
        ...{ proxyId, name, suspended: false, apiKeyId: actor.apiKey?.id ?? null },
        ...toLimits(body),
        ...this.issuePassword(proxyId, name),
      });
      await this.record(actor, proxyId, 'proxy.sub_user_created', `Added the sub-user “${name}”`);
      return this.toResponse(await this.get(proxyId, identifiers[0]!.id as number));
    });
  }

  /** In force at every gateway a moment later; open connections of somebody suspended are cut. */
  change(
    actor: Actor,
    proxyId: number,
    id: number,
    body: ChangeSubUserDto,
  ): Promise<SubUserResponse> {
    return this.withSubUser(actor, proxyId, id, async (before) => {
      const limits = toLimits(body);
      await this.uow.manager.update(SubUser, { id }, { ...limits, suspended: body.suspended });
      await this.audit.record(actor, {
        action: 'proxy.sub_user_changed',
        target: `proxy:${proxyId}`,
        details: `Changed the sub-user “${before.name}”`,
        before: toAudited(before, before.suspended),
        after: toAudited(limits, body.suspended),
      });
      return this.toResponse(await this.get(proxyId, id));
    });
  }

  /** The old password stops working at once, also in open connections. */
  resetPassword(actor: Actor, proxyId: number, id: number): Promise<SubUserResponse> {
    return this.withSubUser(actor, proxyId, id, async ({ name }) => {
      await this.uow.manager.update(SubUser, { id }, this.issuePassword(proxyId, name));
      const details = `Gave the sub-user “${name}” a new password`;
      await this.record(actor, proxyId, 'proxy.sub_user_password_reset', details);
      return this.toResponse(await this.get(proxyId, id));
    });
  }

  /** Open connections are cut. */
  async remove(actor: Actor, proxyId: number, id: number): Promise<void> {
    await this.withSubUser(actor, proxyId, id, async ({ name }) => {
      await this.uow.manager.delete(SubUser, { id });
      const details = `Removed the sub-user “${name}”`;
      await this.record(actor, proxyId, 'proxy.sub_user_removed', details);
    });
  }

  /** Of an account that is closed; needs an open unit of work. */
  async removeAll(userId: number): Promise<void> {
    await this.uow
      .requireTransaction()
      .query(
        `DELETE FROM gateway_sub_user WHERE proxy_id IN (SELECT id FROM proxy WHERE user_id = $1)`,
        [userId],
      );
  }

  private withSubUser<T>(
    actor: Actor,
    proxyId: number,
    id: number,
    work: (before: SubUserRow) => Promise<T>,
  ): Promise<T> {
    return this.uow.run(async () => {
      await this.lockProxy(actor.userId, proxyId);
      return work(await this.get(proxyId, id));
    });
  }

  /** Until the unit of work ends, so that its sub-users can be counted. */
  private async lockProxy(userId: number, id: number): Promise<void> {
    await lockOwnerShared(this.uow, userId);
    await lockOwnProxy(this.uow, userId, id);
  }

  private async get(proxyId: number, id: number): Promise<SubUserRow> {
    const [row] = await this.findAll(proxyId, id);
    if (!row) throw subUserNotFound();
    return row;
  }

  /** In the order of their names. @param id one of them; all when left out. */
  private findAll(proxyId: number, id?: number): Promise<SubUserRow[]> {
    return this.uow.manager.query<SubUserRow[]>(
      `SELECT u.id, u.name, p.username || '.' || u.name AS username,
              u.context_id AS "contextId", u.password_encrypted AS "passwordEncrypted",
              u.daily_limit_bytes AS "dailyLimitBytes", u.monthly_limit_bytes AS "monthlyLimitBytes",
              (u.daily_limit_bytes * 100 / ${GIGABYTE})::float8 / 100 AS daily_limit_gb,
              (u.monthly_limit_bytes * 100 / ${GIGABYTE})::float8 / 100 AS monthly_limit_gb,
              u.suspended, s.today_bytes::float8 AS used_today, s.month_bytes::float8 AS used_this_month, u.created_at
       FROM gateway_sub_user u JOIN gateway_sub_user_state s ON s.id = u.id JOIN proxy p ON p.id = u.proxy_id
       WHERE u.proxy_id = $1 AND ($2::int IS NULL OR u.id = $2) ORDER BY u.name`,
      [proxyId, id ?? null],
    );
  }

  private record(actor: Actor, proxyId: number, action: AuditAction, details: string) {
    return this.audit.record(actor, { action, target: `proxy:${proxyId}`, details });
  }

  private issuePassword(proxyId: number, name: string) {
    const password = generatePassword();
    return {
      contextId: proxyId,
      passwordDigest: digestPassword(this.digestKey, password),
      passwordEncrypted: encrypt(this.encryptionKey, subUserContext(proxyId, name), password),
    };
  }

  private toResponse(row: SubUserRow): SubUserResponse {
    const {
      contextId,
      passwordEncrypted,
      dailyLimitBytes: _,
      monthlyLimitBytes: __,
      ...shown
    } = row;
    const context = subUserContext(contextId, row.name);
    return { ...shown, password: decrypt(this.encryptionKey, context, passwordEncrypted) };
  }
}

/** Two decimals of a GB are no whole number of bytes; nobody gets less than the limit says. */
const toBytes = (gigabytes: number | null | undefined): bigint | null =>
  gigabytes == null ? null : (BigInt(Math.round(gigabytes * 100)) * GIGABYTE + 99n) / 100n;

const toLimits = (
  body: SubUserLimitsDto,
): Pick<SubUser, 'dailyLimitBytes' | 'monthlyLimitBytes'> => ({
  dailyLimitBytes: toBytes(body.daily_limit_gb),
  monthlyLimitBytes: toBytes(body.monthly_limit_gb),
});

const toAudited = (
  limits: Record<'dailyLimitBytes' | 'monthlyLimitBytes', string | bigint | null>,
  suspended: boolean,
) => ({
  daily_limit_bytes: limits.dailyLimitBytes?.toString() ?? null,
  monthly_limit_bytes: limits.monthlyLimitBytes?.toString() ?? null,
  suspended,
});
