import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { isAllowedFrom, toCanonicalRange } from '../../auth/auth.types';
import { SessionsService } from '../../auth/sessions/sessions.service';
import { TwoFactorService } from '../../auth/two-factor/two-factor.service';
import { withMessage } from '../../common/http/api.decorators';
import { invalidFields } from '../../common/errors/domain-error';
import type { SessionActor } from '../../common/security/actor';
import {
  getPermissions,
  isSensitive,
  withNeeded,
  type Permission,
} from '../../common/security/permissions';
import { Clock } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { BUILT_IN_ROLE_IDS, STAFF_ROLE_ID, type StaffRoleRow } from '../../users/users.types';
import { describePermissions, StaffRolesService } from '../../users/staff-roles.service';
import { UserAdministrationService } from '../../users/user-administration.service';
import { refuse as refuseRole } from '../../users/users.errors';
import { ApprovalService } from '../wallet-corrections/approval.service';
import type { RoleDto, RoleResponse } from './staff.dto';
import { refuseStaff } from './staff.errors';

type RoleFields = Pick<
  StaffRoleRow,
  'name' | 'permissions' | 'allowedAddresses' | 'twoFactorRequired'
>;

const builtInPermissions = (id: number): readonly Permission[] | null => {
  if (id === BUILT_IN_ROLE_IDS.admin) return getPermissions({ role: 'admin' });
  return id === BUILT_IN_ROLE_IDS['sub-admin'] ? getPermissions({ role: 'sub-admin' }) : null;
};

function toFields(body: RoleDto): RoleFields {
  const ranges = (body.allowed_addresses ?? []).map((text) => [text, toCanonicalRange(text)]);
  const wrong = ranges.filter(([, range]) => !range).map(([text]) => text);
  if (wrong.length)
    throw invalidFields({
      allowed_addresses: [`No address or CIDR range: ${wrong.join(', ')}`],
    });
  return {
    name: body.name,
    permissions: withNeeded(body.permissions),
    allowedAddresses: [...new Set(ranges.map(([, range]) => range!))],
    twoFactorRequired: body.two_factor_required ?? false,
  };
}

const toAudit = ({ name, permissions, allowedAddresses, twoFactorRequired }: RoleFields) => ({
  name,
  permissions: describePermissions(permissions),
  allowed_addresses: allowedAddresses.join(', '),
  two_factor_required: twoFactorRequired,
});

/** The roles of staff. A change counts from the next call of a member on. */
@Injectable()
export class RolesService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly sessions: SessionsService,
    private readonly twoFactor: TwoFactorService,
    private readonly accounts: UserAdministrationService,
    private readonly roles: StaffRolesService,
    private readonly approvals: ApprovalService,
    private readonly audit: AuditService,
  ) {}

  /** The built-in ones first. */
  list(): Promise<RoleResponse[]> {
    return this.select('r.removed_at IS NULL');
  }

  async create(actor: SessionActor, body: RoleDto): Promise<RoleResponse> {
    this.sessions.assertRecent(actor);
    const fields = toFields(body);
    this.roles.assertHolds(actor, fields.permissions);
    const id = await this.uow.run(async () => {
      const dates = { createdAt: this.clock.now(), approvesSince: this.since(fields) };
      const created = await this.roles.create({ ...fields, ...dates });
      await this.audit.record(actor, {
        action: 'system.role_created',
        target: `staff-role:${created}`,
        details: `Made the role ${fields.name}`,
        after: toAudit(fields),
      });
      return created;
    });
    return withMessage(await this.get(id), `The role ${fields.name} was made.`);
  }

  async update(actor: SessionActor, id: number, body: RoleDto): Promise<RoleResponse> {
    this.sessions.assertRecent(actor);
    const wanted = toFields(body);
    await this.uow.run(async () => {
      await this.accounts.lockAdmins();
      const before = await this.roles.lock(id);
      const builtIn = builtInPermissions(id);
      const held = builtIn ?? before.permissions;
      const isRenamed = wanted.name !== before.name;
      const isOther = describePermissions(wanted.permissions) !== describePermissions(held);
      if (builtIn && (isRenamed || isOther)) throw refuseStaff('ROLE_FIXED');
      this.roles.assertHolds(actor, [...held, ...wanted.permissions]);
      await this.assertStaysIn(actor, id, wanted);
      const isRaised = wanted.permissions.some((one) => isSensitive(one) && !held.includes(one));
      if (isRaised && (await this.hasMembers(id)) && (await this.approvals.hasSecondAdmin(actor)))
        throw refuseStaff('ROLE_HAS_MEMBERS');
      const after = { ...wanted, permissions: builtIn ? [] : wanted.permissions };
      const since = this.since(after);
      const approvesSince = since && (before.approvesSince ?? since);
      await this.roles.update(id, { ...after, approvesSince });
      await this.audit.record(actor, {
        action: 'system.role_changed',
        target: `staff-role:${id}`,
        details: `Changed the role ${wanted.name}`,
        before: toAudit(before),
        after: toAudit(after),
      });
    });
    return withMessage(await this.get(id), `The role ${wanted.name} was saved.`);
  }

  /** Its members keep it without permissions, at once, until they are given another. */
  async remove(actor: SessionActor, id: number): Promise<void> {
    this.sessions.assertRecent(actor);
    await this.uow.run(async () => {
      await this.accounts.lockAdmins();
      const before = await this.roles.lock(id);
      if (builtInPermissions(id)) throw refuseStaff('ROLE_FIXED');
      this.roles.assertHolds(actor, before.permissions);
      const removedAt = this.clock.now();
      await this.roles.update(id, { removedAt, permissions: [], approvesSince: null });
      await this.audit.record(actor, {
        action: 'system.role_removed',
        target: `staff-role:${id}`,
        details: `Removed the role ${before.name}`,
        before: toAudit(before),
      });
    });
  }

  private async get(id: number): Promise<RoleResponse> {
    const [role] = await this.select('r.id = $1', [id]);
    if (!role) throw refuseRole('ROLE_NOT_FOUND');
    return role;
  }

  private async select(where: string, values: number[] = []): Promise<RoleResponse[]> {
    const rows = await this.uow.manager.query<Omit<RoleResponse, 'built_in'>[]>(
      `SELECT r.id, r.name, r.permissions, r.allowed_addresses, r.two_factor_required,
              (SELECT count(*)::int FROM users u WHERE u.role <> 'user' AND u.closed_at IS NULL
                 AND ${STAFF_ROLE_ID} = r.id) AS members
       FROM staff_role r WHERE ${where} ORDER BY r.id`,
      values,
    );
    return rows.map((row) => {
      const builtIn = builtInPermissions(row.id);
      return { ...row, built_in: builtIn !== null, permissions: [...(builtIn ?? row.permissions)] };
    });
  }

  private async hasMembers(id: number): Promise<boolean> {
    const [role] = await this.select('r.id = $1', [id]);
    return role!.members > 0;
  }

  private since({ permissions }: Pick<RoleFields, 'permissions'>): Date | null {
    return permissions.includes('approvals.decide') ? this.clock.now() : null;
  }

  /** Nobody locks themselves out. */
  private async assertStaysIn(actor: SessionActor, id: number, wanted: RoleFields): Promise<void> {
    if (id !== (actor.staffRole?.id ?? BUILT_IN_ROLE_IDS[actor.role])) return;
    if (!isAllowedFrom(wanted.allowedAddresses, actor.ip))
      throw invalidFields({
        allowed_addresses: [
          `Your own address ${actor.ip} is not among these, which would lock you out.`,
        ],
      });
    if (wanted.twoFactorRequired) await this.twoFactor.assertEnabled(actor.userId);
  }
}
