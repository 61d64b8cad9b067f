import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { AccountClosureService, type ClosureObstacle } from '../../account/account-closure.service';
import { AuditService } from '../../audit/audit.service';
import { PasswordPolicy } from '../../auth/password/password-policy.service';
import { PasswordService } from '../../auth/password/password.service';
import { SessionsService } from '../../auth/sessions/sessions.service';
import { VerificationLinksService } from '../../auth/email/verification-links.service';
import { AppConfig } from '../../config/app-config';
import { MailService } from '../../mail/mail.service';
import {
  AllowedAddressesService,
  type CustomerAddresses,
} from '../../proxies/allowed-addresses/allowed-addresses.service';
import { isStaff, type Actor, type Role, type SessionActor } from '../../common/security/actor';
import { Clock, HOUR } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { ProxyLifecycleService } from '../../proxies/proxy-lifecycle.service';
import { UserAdministrationService } from '../../users/user-administration.service';
import { StaffRolesService } from '../../users/staff-roles.service';
import { UsersService } from '../../users/users.service';
import { FIRST_PASSWORD_MIN, type UserAccount, type UserStatus } from '../../users/users.types';
import { proposalOutdated } from '../../wallet/wallet.errors';
import type { ProposedChange } from '../../wallet/corrections/wallet-correction.entity';
import { WalletService } from '../../wallet/wallet.service';
import { StaffInvitation } from '../staff/staff-invitation.entity';
import { ApprovalService } from '../wallet-corrections/approval.service';
import {
  NO_SECOND_ADMIN,
  toProposal,
  type ProposalData,
} from '../wallet-corrections/wallet-corrections.dto';
import { withMessage } from '../../common/http/api.decorators';
import { WalletCorrectionsQueries } from '../wallet-corrections/wallet-corrections.queries';
import { balanceBlocksPromotion, ownAccount, refuse } from './admin-users.errors';
import { UserListService } from './user-list.service';
import type {
  AdminUserCreatedData,
  AdminUserUpdatedData,
  CreateUserDto,
  SessionsEndedData,
  UpdateUserDto,
} from './users.dto';

const FIRST_PASSWORD_LIFETIME = 72 * HOUR;

const CLOSURE_REFUSALS = {
  balance: 'BALANCE_NOT_ZERO',
  debt: 'MONEY_OWED',
  work: 'WORK_IN_PROGRESS',
} as const satisfies Record<ClosureObstacle, string>;

/** What was changed, and whether it made an admin, which nobody else could approve; or the proposal of it. */
type Applied =
  | { readonly updatedFields: string[]; readonly isAlone: boolean }
  | { readonly proposalId: number };

/** Lists, creates and changes users on behalf of staff. Another admin approves who becomes an admin, where there is one. */
@Injectable()
export class AdminUsersService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly list: UserListService,
    private readonly users: UsersService,
    private readonly accounts: UserAdministrationService,
    private readonly roles: StaffRolesService,
    private readonly passwords: PasswordService,
    private readonly policy: PasswordPolicy,
    private readonly sessions: SessionsService,
    private readonly lifecycle: ProxyLifecycleService,
    private readonly wallet: WalletService,
    private readonly closure: AccountClosureService,
    private readonly audit: AuditService,
    private readonly mail: MailService,
    private readonly config: AppConfig,
    private readonly links: VerificationLinksService,
    private readonly addresses: AllowedAddressesService,
    private readonly approvals: ApprovalService,
    private readonly corrections: WalletCorrectionsQueries,
  ) {}

  /**
   * Makes an account whose owner has to choose another password within 72 hours. That of an admin is out of use until
   * another admin approves it.
   */
  async create(
    actor: SessionActor,
    account: CreateUserDto,
  ): Promise<AdminUserCreatedData | ProposalData> {
    const { name, email, status = 'active', role = 'user' } = account;
    if (isStaff(role)) this.sessions.assertRecent(actor);
    await this.roles.assertMayManage(actor, { role, staffRoleId: null });
    await this.policy.assertAcceptable('password', account.password, account, FIRST_PASSWORD_MIN);
    const passwordHash = await this.passwords.hash(account.password);
    const applied = await this.uow.run(async () => {
      const isGranted = isActiveAdmin({ role, status });
      if (isGranted) await this.accounts.lockAdmins();
      const isProposed = isGranted && (await this.approvals.hasSecondAdmin(actor));
      const rights = isProposed
        ? ({ status: 'inactive', role: 'user' } as const)
        : { status, role };
      const emailVerifiedAt = this.clock.now();
      const firstPasswordExpiresAt = this.clock.in(FIRST_PASSWORD_LIFETIME);
      const secret = { passwordHash, firstPasswordExpiresAt };
      const fields = { name, email, ...rights, ...secret, emailVerifiedAt };
      const created = await this.users.create(fields);
      await this.audit.record(actor, {
        action: 'user.created',
        target: `user:${created.id}`,
        details: `Added ${rights.role} ${name}`,
        after: { name, email, ...rights },
      });
      const { id } = created;
      if (!isProposed) return { id, updatedFields: [], isAlone: isGranted };
      return { id, ...(await this.propose(actor, created, { ...created, status, role })) };
    });
    return this.answer(applied, 'User added successfully!', async () => ({
      user: await this.list.get(actor, applied.id),
      created_by: { admin_name: actor.name },
    }));
  }

  /** Makes a change that another admin has proposed. Needs an open unit of work. */
  async grant(
    actor: SessionActor,
    id: number,
    { before, after }: ProposedChange,
    reason: string,
  ): Promise<void> {
    await this.apply(actor, id, after as Partial<UpdateUserDto>, reason, before);
  }

  async update(
    actor: SessionActor,
    id: number,
    change: UpdateUserDto,
  ): Promise<AdminUserUpdatedData | ProposalData> {
    const applied = await this.uow.run(() => this.apply(actor, id, change));
    return this.toUpdated(actor, id, applied, 'User updated successfully!');
  }

  /**
   * Suspends an account with its sessions and proxies, or brings a suspended or inactive one back.
   * @param reason is kept in the audit log.
   */
  async setStatus(
    actor: SessionActor,
    id: number,
    status: 'active' | 'suspended',
    reason: string,
  ): Promise<AdminUserUpdatedData | ProposalData> {
    const applied = await this.uow.run(() => this.apply(actor, id, { status }, reason));
    if ('updatedFields' in applied && !applied.updatedFields.length)
      throw refuse(status === 'active' ? 'ALREADY_ACTIVE' : 'ALREADY_SUSPENDED');
    const message = status === 'active' ? 'User reactivated.' : 'User suspended.';
    return this.toUpdated(actor, id, applied, message);
  }

  /** Closes somebody else's account. */
  async close(actor: Actor, id: number): Promise<void> {
    await this.uow.run(async () => {
      await this.accounts.lockAdmins();
      const user = await this.users.lock(id);
      if (!user) throw refuse('USER_NOT_FOUND');
      if (id === actor.userId) throw ownAccount('delete');
      await this.roles.assertMayManage(actor, user);
      await this.assertAdminRemains(actor, id, isActiveAdmin(user));
      const obstacle = await this.closure.findObstacle(id);
      if (obstacle) throw refuse(CLOSURE_REFUSALS[obstacle]);
      await this.closure.close(actor, user);
    });
  }

  /** Ends every session of a user; of one's own account, all but the present one. */
  endSessions(actor: SessionActor, userId: number): Promise<SessionsEndedData> {
    this.sessions.assertRecent(actor);
    return this.uow.run(async () => {
      const user = await this.users.lock(userId);
      if (!user) throw refuse('USER_NOT_FOUND');
      if (userId !== actor.userId) await this.roles.assertMayManage(actor, user);
      const own = userId === actor.userId ? actor.sessionId : undefined;
      const ended = await this.sessions.revokeAll(userId, own);
      await this.audit.record(actor, {
        action: 'user.sessions_ended',
        target: `user:${userId}`,
        details: `Ended ${ended} ${ended === 1 ? 'session' : 'sessions'} of ${user.name}`,
      });
      return withMessage(
        { ended },
        ended === 0
          ? 'There was no session to end.'
          : `${ended} ${ended === 1 ? 'session has' : 'sessions have'} been ended.`,
      );
    });
  }

  async listAllowedAddresses(userId: number): Promise<CustomerAddresses> {
    if (!(await this.users.findById(userId))) throw refuse('USER_NOT_FOUND');
    return this.addresses.listOf(userId);
  }

  async removeAllowedAddress(
    actor: Actor,
    userId: number,
    addressId: number,
  ): Promise<CustomerAddresses> {
    const user = await this.users.findById(userId);
    if (!user) throw refuse('USER_NOT_FOUND');
    await this.addresses.removeOne(actor, user, addressId);
    return this.addresses.listOf(userId);
  }

  /**
   * Makes sure that the actor may still act and that an admin stays. Needs an open unit of work.
   * @param leaves whether the user stops being an active admin.
   */
  async assertAdminRemains(actor: Actor, userId: number, leaves: boolean): Promise<void> {
    if (!(await this.roles.isStill(actor))) throw refuse('FORBIDDEN');
    const admins = leaves ? await this.accounts.findActiveAdminIds() : [];
    if (leaves && admins.every((id) => id === userId)) throw refuse('LAST_ADMIN');
  }

  private async apply(
    actor: SessionActor,
    id: number,
    change: Partial<UpdateUserDto>,
    reason?: string,
    approved?: ProposedChange['before'],
  ): Promise<Applied> {
    await this.accounts.lockAdmins();
    const before = await this.users.lock(id);
    if (!before) throw refuse('USER_NOT_FOUND');
    if (id !== actor.userId) await this.roles.assertMayManage(actor, before);
    if (approved && !isDeepStrictEqual(approved, toFields(before))) throw proposalOutdated();
    const invited = { userId: id, acceptedAt: IsNull() };
    if (await this.uow.manager.existsBy(StaffInvitation, invited)) throw refuse('INVITATION_OPEN');
    const after = {
      name: change.name ?? before.name,
      email: change.email ?? before.email,
      status: change.status ?? before.status,
      role: change.role ?? before.role,
    };
    const fields = (['name', 'email', 'status', 'role'] as const).filter(
      (field) => before[field] !== after[field],
    );
    const rights = before.role !== after.role || before.status !== after.status;
    const moves = before.email !== after.email;
    const isGranted = before.role !== after.role && isStaff(after.role);
    if (moves || isGranted) this.sessions.assertRecent(actor);
    if (before.role !== after.role)
      await this.roles.assertMayManage(actor, { role: after.role, staffRoleId: null });
    if (rights && id === actor.userId) throw ownAccount('change the role or status of');
    await this.assertAdminRemains(actor, id, isActiveAdmin(before) && !isActiveAdmin(after));
    if (!fields.length) return { updatedFields: [], isAlone: false };
    if (before.role === 'user' && after.role !== 'user') await this.assertNoMoney(id);
    const makesAdmin =
      isActiveAdmin(after) && (!isActiveAdmin(before) || (moves && id !== actor.userId));
    if (makesAdmin && !approved && (await this.approvals.hasSecondAdmin(actor)))
      return this.propose(actor, before, { ...before, ...after }, reason);
    await this.accounts.change(id, after);
    // Nobody could sign in with it while the proposal was open.
    if (approved && before.status === 'inactive')
      await this.accounts.restartFirstPassword(id, this.clock.in(FIRST_PASSWORD_LIFETIME));
    // Of one's own account the present session stays: a mistyped address can be mended from it.
    if (rights || moves)
      await this.sessions.revokeAll(id, id === actor.userId ? actor.sessionId : undefined);
    await this.record(actor, before, after, fields, reason);
    if (moves) await this.notifyOfNewAddress(id, after.name, before.email, after.email);
    if (before.status !== after.status) await this.serve(actor, id, after.status === 'active');
    return { updatedFields: [...fields], isAlone: makesAdmin };
  }

  /** A new address of an admin is proposed, too: whoever reads its mail can sign in as that admin. */
  private async propose(
    actor: Actor,
    before: UserAccount,
    after: UserAccount,
    reason?: string,
  ): Promise<{ proposalId: number }> {
    const what = isActiveAdmin(before) ? 'New address of the admin' : 'New admin';
    const proposalId = await this.approvals.proposeChange(actor, {
      kind: 'admin_grant',
      userId: before.id,
      subjectId: before.id,
      reason: reason ?? `${what} ${after.name}`,
      change: { before: toFields(before), after: toFields(after) },
    });
    return { proposalId };
  }

  private toUpdated(
    actor: Actor,
    id: number,
    applied: Applied,
    message: string,
  ): Promise<AdminUserUpdatedData | ProposalData> {
    return this.answer(applied, message, async ({ updatedFields }) => ({
      user: await this.list.get(actor, id),
      updated_fields: updatedFields,
    }));
  }

  private async answer<T extends object>(
    applied: Applied,
    message: string,
    describe: (done: Extract<Applied, { isAlone: boolean }>) => Promise<T>,
  ): Promise<T | ProposalData> {
    if ('proposalId' in applied) return toProposal(await this.corrections.get(applied.proposalId));
    const text = applied.isAlone ? `${message} ${NO_SECOND_ADMIN}` : message;
    return withMessage(await describe(applied), text);
  }

  /** Staff have no wallet to spend from. Holds the wallet, whose account is locked before it. */
  private async assertNoMoney(userId: number): Promise<void> {
    const balance = await this.wallet.lockBalance(userId);
    if (!balance.isZero) throw balanceBlocksPromotion(balance);
    if (!(await this.wallet.getReceivableBalance(userId)).isZero) throw refuse('MONEY_OWED');
    if (await this.closure.hasWorkInProgress(userId)) throw refuse('WORK_IN_PROGRESS');
  }

  /** An account that is out of use takes its proxies out of service, and brings them back with it. */
  private serve(actor: Actor, id: number, active: boolean): Promise<void> {
    return active
      ? this.lifecycle.resumeAccount(actor, id)
      : this.lifecycle.suspendAccount(actor, id);
  }

  /** Tells both addresses. */
  private async notifyOfNewAddress(
    id: number,
    name: string,
    from: string,
    to: string,
  ): Promise<void> {
    const closing = `If you did not ask for this, contact ${this.config.support.email} immediately.`;
    const verify = this.config.emailVerification
      ? { label: 'Verify email', url: this.links.createUrl({ id, email: to }) }
      : undefined;
    await this.mail.enqueueTemplate(from, (site) => ({
      subject: `The email address of your ${site} account was changed`,
      heading: 'Your email address was changed',
      paragraphs: [
        `Hello ${name},`,
        `Our staff changed the email address of your ${site} account. You can no longer sign in with this address, and we will not send emails to it.`,
      ],
      closing,
    }));
    await this.mail.enqueueTemplate(to, (site) => ({
      subject: `Your ${site} account now uses this email address`,
      heading: 'Your account now uses this email address',
      paragraphs: [
        `Hello ${name},`,
        `Our staff set this as the email address of your ${site} account. Use it to sign in from now on. Your password has not changed.`,
        ...(verify ? ['Please verify first that it is yours. The link works for 24 hours.'] : []),
      ],
      action: verify,
      closing,
    }));
  }

  private record(
    actor: Actor,
    before: UserAccount,
    after: Pick<UserAccount, 'name' | 'email' | 'status' | 'role'>,
    fields: readonly ('name' | 'email' | 'status' | 'role')[],
    reason?: string,
  ): Promise<void> {
    const pick = (from: typeof after) => Object.fromEntries(fields.map((f) => [f, from[f]]));
    return this.audit.record(actor, {
      action: fields.includes('role')
        ? 'user.role_changed'
        : fields.includes('status')
          ? 'user.status_changed'
          : 'user.updated',
      target: `user:${before.id}`,
      details: `Changed ${fields.join(', ')} of ${after.name}${reason ? `: ${reason}` : ''}`,
      before: pick(before),
      after: pick(after),
    });
  }
}

const toFields = ({ name, email, status, role }: UserAccount) => ({ name, email, status, role });

const isActiveAdmin = ({ role, status }: { role: Role; status: UserStatus }): boolean =>
  role === 'admin' && status === 'active';
