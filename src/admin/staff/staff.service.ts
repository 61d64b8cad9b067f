import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { IsNull, MoreThan } from 'typeorm';
import { AuditService } from '../../audit/audit.service';
import type { LoginData } from '../../auth/auth.types';
import { LoginService } from '../../auth/login/login.service';
import { PasswordPolicy } from '../../auth/password/password-policy.service';
import { PasswordService } from '../../auth/password/password.service';
import { SessionsService } from '../../auth/sessions/sessions.service';
import { withMessage } from '../../common/http/api.decorators';
import type { Actor, ClientInfo, SessionActor } from '../../common/security/actor';
import { getPermissions, isSensitive } from '../../common/security/permissions';
import { readableTime } from '../../common/time/calendar';
import { Clock, HOUR } from '../../common/time/clock';
import { AppConfig } from '../../config/app-config';
import { UnitOfWork } from '../../database/unit-of-work';
import { MailService } from '../../mail/mail.service';
import {
  describePermissions,
  StaffRolesService,
  type GivenRole,
} from '../../users/staff-roles.service';
import { UserAdministrationService } from '../../users/user-administration.service';
import { UsersService } from '../../users/users.service';
import { STAFF_ROLE_ID, type UserAccount } from '../../users/users.types';
import type { ProposedChange } from '../../wallet/corrections/wallet-correction.entity';
import { proposalOutdated } from '../../wallet/wallet.errors';
import { AdminUsersService } from '../users/admin-users.service';
import { ownAccount } from '../users/admin-users.errors';
import { lastSignIn } from '../users/last-sign-in';
import { ApprovalService } from '../wallet-corrections/approval.service';
import { toProposal, type ProposalData } from '../wallet-corrections/wallet-corrections.dto';
import { WalletCorrectionsQueries } from '../wallet-corrections/wallet-corrections.queries';
import type {
  AcceptStaffInvitationDto,
  InviteStaffDto,
  StaffInvitationOfferData,
  StaffMemberData,
} from './staff.dto';
import { StaffInvitation } from './staff-invitation.entity';
import { refuseStaff } from './staff.errors';

const LIFETIME = 72 * HOUR;
const TOKEN = /^[\w-]{43}$/;

const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** As a proposal writes them. */
const toFields = ({ name, email, status, role }: UserAccount, staffRole: string) => ({
  ...{ name, email, status, role },
  staff_role: staffRole,
});

/** Who is on the staff, and with which role. Roles that move money or rights are given with another admin's approval. */
@Injectable()
export class StaffService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly config: AppConfig,
    private readonly sessions: SessionsService,
    private readonly logins: LoginService,
    private readonly passwords: PasswordService,
    private readonly policy: PasswordPolicy,
    private readonly users: UsersService,
    private readonly accounts: UserAdministrationService,
    private readonly roles: StaffRolesService,
    private readonly administration: AdminUsersService,
    private readonly approvals: ApprovalService,
    private readonly corrections: WalletCorrectionsQueries,
    private readonly mail: MailService,
    private readonly audit: AuditService,
  ) {}

  /** By name, with those who are invited. */
  list(): Promise<StaffMemberData[]> {
    return this.select();
  }

  /** Mails an invitation, after another admin's approval where the role needs one. */
  async invite(
    actor: SessionActor,
    { email, role_id: roleId }: InviteStaffDto,
  ): Promise<StaffMemberData | ProposalData> {
    this.sessions.assertRecent(actor);
    const result = await this.uow.run(async () => {
      await this.accounts.lockAdmins();
      const role = await this.roles.lockGivable(roleId);
      this.roles.assertHolds(actor, role.permissions);
      const name = email.split('@')[0]!;
      const user = await this.users.create({ name, email, passwordHash: null, status: 'inactive' });
      const { role: kind, staffRoleId } = role;
      await this.uow.requireTransaction().insert(StaffInvitation, {
        ...{ userId: user.id, role: kind, staffRoleId, invitedBy: actor.userId },
        createdAt: this.clock.now(),
      });
      await this.audit.record(actor, {
        action: 'user.staff_invited',
        target: `user:${user.id}`,
        details: `Invited ${email} as ${role.name}`,
        after: { email, role: role.name, permissions: describePermissions(role.permissions) },
      });
      if (await this.needsApproval(actor, role))
        return { id: user.id, proposalId: await this.propose(actor, user, 'none', role) };
      await this.roles.assign(user.id, role);
      await this.send(user, role.name, actor.name);
      return { id: user.id };
    });
    return this.answer(result, `The invitation was sent to ${email}.`);
  }

  /** Mails the invitation again; the link of the former mail stops working. */
  async resend(actor: SessionActor, id: number): Promise<StaffMemberData> {
    this.sessions.assertRecent(actor);
    await this.uow.run(async () => {
      const user = await this.users.lock(id);
      if (!user || !(await this.findOpenInvitation(id))) throw refuseStaff('STAFF_NOT_FOUND');
      if (user.role === 'user') throw refuseStaff('INVITATION_AWAITS_APPROVAL');
      await this.roles.assertMayManage(actor, user);
      await this.send(user, await this.nameRole(user), actor.name);
      await this.audit.record(actor, {
        action: 'user.staff_invited',
        target: `user:${id}`,
        details: `Sent the invitation of ${user.email} again`,
      });
    });
    return withMessage(await this.get(id), 'The invitation was sent again.');
  }

  async changeRole(
    actor: SessionActor,
    id: number,
    roleId: number,
  ): Promise<StaffMemberData | ProposalData> {
    this.sessions.assertRecent(actor);
    if (id === actor.userId) throw ownAccount('change the role or status of');
    const result = await this.uow.run(async () => {
      await this.accounts.lockAdmins();
      const user = await this.users.lock(id);
      if (!user || user.role === 'user') throw refuseStaff('STAFF_NOT_FOUND');
      if (await this.findOpenInvitation(id)) throw refuseStaff('INVITATION_OPEN');
      await this.roles.assertMayManage(actor, user);
      const role = await this.roles.lockGivable(roleId);
      this.roles.assertHolds(actor, role.permissions);
      if (user.role === role.role && user.staffRoleId === role.staffRoleId)
        throw refuseStaff('SAME_ROLE');
      const from = await this.nameRole(user);
      if (await this.needsApproval(actor, role, user))
        return { id, proposalId: await this.propose(actor, user, from, role) };
      await this.give(actor, user, from, role);
      return { id };
    });
    return this.answer(result, 'The role was changed.');
  }

  /** Closes the account of a member of staff, or of somebody who is invited. */
  async remove(actor: SessionActor, id: number): Promise<void> {
    this.sessions.assertRecent(actor);
    await this.get(id);
    await this.administration.close(actor, id);
  }

  /** Whether a proposed change gives a role, which `grant` carries out. */
  static isRole({ after }: ProposedChange): boolean {
    return 'staff_role' in after;
  }

  /** Gives a role that another admin has proposed. Needs an open unit of work. @throws DomainError PROPOSAL_OUTDATED. */
  async grant(actor: SessionActor, id: number, { before, after }: ProposedChange): Promise<void> {
    await this.accounts.lockAdmins();
    const user = await this.users.lock(id);
    if (!user) throw proposalOutdated();
    const from = user.role === 'user' ? 'none' : await this.nameRole(user);
    const role = await this.roles.lockGivable(String(after.staff_role));
    const isSame = describePermissions(role.permissions) === after.permissions;
    if (!isSame || !isDeepStrictEqual(before, toFields(user, from))) throw proposalOutdated();
    await this.roles.assertMayManage(actor, role);
    const invitation = await this.findOpenInvitation(id);
    if (!invitation) return this.give(actor, user, from, role);
    await this.roles.assign(id, role);
    const [host] = await this.users.findActiveByIds([invitation.invitedBy]);
    await this.send(user, role.name, host?.name ?? actor.name);
  }

  /** For whoever holds the token. */
  async getOffer(token: string): Promise<StaffInvitationOfferData> {
    const { user, expiresAt } = await this.findInvited(token);
    return { email: user.email, role_name: await this.nameRole(user), expires_at: expiresAt };
  }

  /** Sets name and password of the invited account, and signs it in. */
  async accept(
    { token, name, password }: AcceptStaffInvitationDto,
    client: ClientInfo,
  ): Promise<LoginData> {
    const { user: invited } = await this.findInvited(token);
    await this.policy.assertAcceptable('password', password, { name, email: invited.email });
    const passwordHash = await this.passwords.hash(password);
    return this.uow.run(async () => {
      await this.accounts.lockAdmins();
      await this.users.lock(invited.id);
      const { user } = await this.findInvited(token);
      const { id, email, role, staffRoleId } = user;
      await this.accounts.change(id, { name, email, role, status: 'active' });
      await this.users.markVerified(id, email);
      await this.users.setPasswordHash(id, passwordHash);
      await this.roles.assign(id, { role: role as GivenRole['role'], staffRoleId });
      await this.uow
        .requireTransaction()
        .update(StaffInvitation, { userId: id }, { acceptedAt: this.clock.now(), tokenHash: null });
      const actor = { ...client, userId: id, name, email, role, sessionId: '' };
      await this.audit.recordOwn(
        actor,
        'user.staff_joined',
        'Accepted the invitation to the staff',
      );
      const proven = { ...user, name, status: 'active' as const, passwordHash };
      return withMessage(await this.logins.complete(proven, client), 'Your account is ready.');
    });
  }

  /** Roles that move money or rights, where there is a second admin, and unless the user has all of that by now. */
  private async needsApproval(actor: Actor, role: GivenRole, user?: UserAccount): Promise<boolean> {
    const staffRole = user && (await this.roles.findOf(user));
    const held = user ? getPermissions({ role: user.role, ...(staffRole && { staffRole }) }) : [];
    const gained = role.permissions.filter((one) => isSensitive(one) && !held.includes(one));
    return gained.length > 0 && (await this.approvals.hasSecondAdmin(actor));
  }

  private propose(actor: Actor, user: UserAccount, from: string, role: GivenRole): Promise<number> {
    const { name, email, status } = user;
    return this.approvals.proposeChange(actor, {
      kind: 'admin_grant',
      userId: user.id,
      subjectId: user.id,
      reason: `Role ${role.name} for ${email}`,
      change: {
        before: toFields(user, from),
        after: {
          ...{ name, email, status, role: role.role, staff_role: role.name },
          permissions: describePermissions(role.permissions),
        },
      },
    });
  }

  private async give(
    actor: Actor,
    user: UserAccount,
    from: string,
    role: GivenRole,
  ): Promise<void> {
    await this.administration.assertAdminRemains(
      actor,
      user.id,
      user.role === 'admin' && user.status === 'active' && role.role !== 'admin',
    );
    await this.roles.assign(user.id, role);
    await this.sessions.revokeAll(user.id);
    await this.audit.record(actor, {
      action: 'user.role_changed',
      target: `user:${user.id}`,
      details: `Changed the role of ${user.name} to ${role.name}`,
      before: { role: from },
      after: { role: role.name, permissions: describePermissions(role.permissions) },
    });
  }

  private async nameRole(user: UserAccount): Promise<string> {
    return (await this.roles.findOf(user))?.name ?? (user.role === 'admin' ? 'Admin' : 'Sub-admin');
  }

  private async send({ id, email }: UserAccount, role: string, host: string): Promise<void> {
    const token = randomBytes(32).toString('base64url');
    const expiresAt = this.clock.in(LIFETIME);
    await this.uow
      .requireTransaction()
      .update(StaffInvitation, { userId: id }, { tokenHash: hashToken(token), expiresAt });
    await this.mail.enqueueTemplate(email, (site) => ({
      subject: `${host} invites you to the staff of ${site}`,
      heading: 'Join the staff',
      paragraphs: [
        `${host} invites you to work in the back office of ${site} as ${role}.`,
        `Choose your name and a password. The link works once, until ${readableTime(expiresAt)}.`,
      ],
      action: {
        label: 'Accept the invitation',
        url: `${this.config.http.appUrl}/admin/invitation?token=${token}`,
      },
      closing: `If you do not know ${host}, you can ignore this email.`,
    }));
  }

  private findOpenInvitation(userId: number): Promise<StaffInvitation | null> {
    return this.uow.manager.findOneBy(StaffInvitation, { userId, acceptedAt: IsNull() });
  }

  /** The account must still have the role that was given, and be out of use until now. */
  private async findInvited(token: string): Promise<{ user: UserAccount; expiresAt: Date }> {
    const tokenHash = TOKEN.test(token) ? hashToken(token) : null;
    const invitation =
      tokenHash &&
      (await this.uow.manager.findOneBy(StaffInvitation, {
        ...{ tokenHash, acceptedAt: IsNull(), expiresAt: MoreThan(this.clock.now()) },
      }));
    const user = invitation && (await this.users.findById(invitation.userId));
    if (
      user?.status !== 'inactive' ||
      user.role !== invitation!.role ||
      user.staffRoleId !== invitation!.staffRoleId
    )
      throw refuseStaff('STAFF_INVITATION_INVALID');
    return { user, expiresAt: invitation!.expiresAt! };
  }

  private async answer(
    result: { id: number; proposalId?: number },
    done: string,
  ): Promise<StaffMemberData | ProposalData> {
    return result.proposalId === undefined
      ? withMessage(await this.get(result.id), done)
      : toProposal(await this.corrections.get(result.proposalId));
  }

  private async get(id: number): Promise<StaffMemberData> {
    const [member] = await this.select(id);
    if (!member) throw refuseStaff('STAFF_NOT_FOUND');
    return member;
  }

  private select(id: number | null = null): Promise<StaffMemberData[]> {
    return this.uow.manager.query<StaffMemberData[]>(
      `SELECT u.id, u.name, u.email, coalesce(i.role, u.role) AS role, u.status, r.id AS role_id, r.name AS role_name,
              r.removed_at IS NOT NULL AS role_removed, f.enabled_at IS NOT NULL AS two_factor,
              ${lastSignIn('u')} AS last_sign_in_at,
              CASE WHEN i.user_id IS NOT NULL THEN json_build_object('expires_at', i.expires_at, 'state',
                CASE WHEN i.expires_at IS NULL THEN 'awaits_approval'
                     WHEN i.expires_at > now() THEN 'sent' ELSE 'expired' END) END AS invitation
       FROM (SELECT id FROM users WHERE role <> 'user' AND closed_at IS NULL
             UNION SELECT user_id FROM staff_invitation WHERE accepted_at IS NULL) AS found
       JOIN users u ON u.id = found.id AND u.closed_at IS NULL
       LEFT JOIN staff_invitation i ON i.user_id = u.id AND i.accepted_at IS NULL
       LEFT JOIN two_factor f ON f.user_id = u.id
       JOIN staff_role r ON r.id = coalesce(i.staff_role_id, CASE i.role WHEN 'admin' THEN 1 WHEN 'sub-admin' THEN 2 END, ${STAFF_ROLE_ID})
       WHERE $1::int IS NULL OR u.id = $1 ORDER BY lower(u.name), u.id`,
      [id],
    );
  }
}
