import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { invalidFields } from '../common/errors/domain-error';
import type { Actor, Role, StaffRole } from '../common/security/actor';
import { can, getPermissions, PERMISSIONS, type Permission } from '../common/security/permissions';
import { Clock } from '../common/time/clock';
import { isUniqueViolation } from '../database/pg-errors';
import { UnitOfWork } from '../database/unit-of-work';
import { BUILT_IN_ROLE_IDS, StaffRoleRow } from './staff-role.entity';
import { User, type UserAccount } from './user.entity';
import { permissionsNotHeld, refuse } from './users.errors';

type Account = Pick<UserAccount, 'role' | 'staffRoleId'>;

/** What a role is to those who have it: the role of the account, and the shop's own one in its place. */
export interface GivenRole {
  readonly role: Exclude<Role, 'user'>;
  readonly staffRoleId: number | null;
  readonly name: string;
  readonly permissions: readonly Permission[];
}

/** The roles of staff, and who may give and take them. Everything that writes needs an open unit of work. */
@Injectable()
export class StaffRolesService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** The shop's own role of an account; null with a built-in one. */
  async findOf({ staffRoleId }: Account): Promise<StaffRole | null> {
    if (staffRoleId === null) return null;
    const select = { id: true, name: true, permissions: true } as const;
    return this.uow.manager.findOne(StaffRoleRow, { select, where: { id: staffRoleId } });
  }

  /** Ranges outside of which the account cannot sign in; empty: everywhere. */
  async findAddresses({ role, staffRoleId }: Account): Promise<readonly string[]> {
    const id = staffRoleId ?? BUILT_IN_ROLE_IDS[role];
    const select = { id: true, allowedAddresses: true } as const;
    const found = id && (await this.uow.manager.findOne(StaffRoleRow, { select, where: { id } }));
    return found ? found.allowedAddresses : [];
  }

  /** Holds a role that can be given, by its id or name, until the unit of work ends. @throws DomainError ROLE_NOT_FOUND. */
  async lockGivable(wanted: number | string): Promise<GivenRole> {
    const { id, name, permissions } = await this.lock(wanted, 'pessimistic_read');
    for (const role of ['admin', 'sub-admin'] as const)
      if (BUILT_IN_ROLE_IDS[role] === id)
        return { role, staffRoleId: null, name, permissions: getPermissions({ role }) };
    return { role: 'sub-admin', staffRoleId: id, name, permissions };
  }

  /** Nobody gives, takes or changes a permission that they do not have. @throws DomainError PERMISSIONS_NOT_HELD. */
  assertHolds(actor: Actor, permissions: readonly Permission[]): void {
    const missing = permissions.filter((one) => !can(actor, one));
    if (missing.length) throw permissionsNotHeld(missing);
  }

  /**
   * Refuses changes of staff by who does not manage staff, or has less permissions than them. Customers are not its matter.
   * @throws DomainError STAFF_ONLY_BY_MANAGERS, PERMISSIONS_NOT_HELD.
   */
  async assertMayManage(actor: Actor, account: Account): Promise<void> {
    if (account.role === 'user') return;
    if (!can(actor, 'staff.manage')) throw refuse('STAFF_ONLY_BY_MANAGERS');
    const staffRole = await this.findOf(account);
    this.assertHolds(
      actor,
      getPermissions({ role: account.role, ...(staffRole && { staffRole }) }),
    );
  }

  /** A role that was not removed, by its id or name, until the unit of work ends. @throws DomainError ROLE_NOT_FOUND. */
  async lock(
    wanted: number | string,
    mode: 'pessimistic_read' | 'pessimistic_write' = 'pessimistic_write',
  ): Promise<StaffRoleRow> {
    const where = typeof wanted === 'number' ? { id: wanted } : { name: wanted };
    const found = await this.uow
      .requireTransaction()
      .findOne(StaffRoleRow, { where: { ...where, removedAt: IsNull() }, lock: { mode } });
    if (!found) throw refuse('ROLE_NOT_FOUND');
    return found;
  }

  /** @returns its id. @throws DomainError with errors.name. */
  async create(fields: Omit<StaffRoleRow, 'id' | 'removedAt'>): Promise<number> {
    const manager = this.uow.requireTransaction();
    const { identifiers } = await named(() => manager.insert(StaffRoleRow, fields));
    return identifiers[0]!.id as number;
  }

  async update(id: number, fields: Partial<Omit<StaffRoleRow, 'id'>>): Promise<void> {
    await named(() => this.uow.requireTransaction().update(StaffRoleRow, { id }, fields));
  }

  /** Whether the account of the actor still has the role that the session has. */
  async isStill({ userId, role, staffRole }: Actor): Promise<boolean> {
    return this.uow.manager.existsBy(User, {
      ...{ id: userId, role, status: 'active', closedAt: IsNull() },
      staffRoleId: staffRole?.id ?? IsNull(),
    });
  }

  async assign(
    userId: number,
    { role, staffRoleId }: Pick<GivenRole, 'role' | 'staffRoleId'>,
  ): Promise<void> {
    await this.uow
      .requireTransaction()
      .update(User, { id: userId }, { role, staffRoleId, staffRoleSince: this.clock.now() });
  }
}

async function named<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error, 'staff_role_name_idx'))
      throw invalidFields({ name: ['Another role has this name.'] });
    throw error;
  }
}

/** As it is written in a proposal, where it must not have changed when it is approved. */
export const describePermissions = (permissions: readonly Permission[]): string =>
  PERMISSIONS.filter((one) => permissions.includes(one)).join(', ');
