import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { emailNotVerified, teamPaused, unauthenticated } from '../../auth/auth.errors';
import { SessionsService } from '../../auth/sessions/sessions.service';
import type { Actor, SessionActor } from '../../common/security/actor';
import { Clock, DAY } from '../../common/time/clock';
import { AppConfig } from '../../config/app-config';
import { UnitOfWork } from '../../database/unit-of-work';
import { UsersService } from '../../users/users.service';
import type { UserAccount } from '../../users/users.types';
import { WalletService } from '../../wallet/wallet.service';
import { TeamMailService } from '../team-mail.service';
import {
  accountInUse,
  alreadyInTeam,
  alreadyMember,
  invitationForAnotherEmail,
  invitationInvalid,
  invitationNotFound,
  ownEmail,
  teamFull,
  tooManyInvitations,
} from '../team.errors';
import { TeamRepository } from '../team.repository';
import { describeRights } from '../team.service';
import {
  MAX_INVITATIONS,
  MAX_INVITATIONS_A_DAY,
  MAX_MEMBERS,
  type InvitationOffer,
  type InvitationView,
  type NewInvitation,
} from '../team.types';
import { TeamInvitationsRepository, type FoundInvitation } from './team-invitations.repository';

const LIFETIME = 7 * DAY;
const TOKEN = /^[\w-]{43}$/;

const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Invitations of people to a customer's team. */
@Injectable()
export class TeamInvitationsService {
  constructor(
    private readonly repository: TeamInvitationsRepository,
    private readonly team: TeamRepository,
    private readonly users: UsersService,
    private readonly wallet: WalletService,
    private readonly sessions: SessionsService,
    private readonly mail: TeamMailService,
    private readonly audit: AuditService,
    private readonly config: AppConfig,
    private readonly clock: Clock,
    private readonly uow: UnitOfWork,
  ) {}

  /**
   * Mails an invitation, in the place of an open one to the same address.
   * @throws DomainError forbidden REAUTHENTICATION_REQUIRED; conflict TEAM_FULL or TOO_MANY_INVITATIONS; invalid with
   * errors.email for one's own address or a member's.
   */
  async invite(actor: SessionActor, invitation: NewInvitation): Promise<InvitationView> {
    this.sessions.assertRecent(actor);
    return this.uow.run(async () => {
      const owner = await this.users.lock(actor.userId);
      if (!owner) throw unauthenticated();
      const createdAt = this.clock.now();
      await this.assertMayInvite(owner, invitation.email, createdAt);
      const token = randomBytes(32).toString('base64url');
      const expiresAt = this.clock.in(LIFETIME);
      const stored = { tokenHash: hashToken(token), createdAt, expiresAt };
      const id = await this.repository.insert(owner.id, invitation, stored);
      await this.audit.record(actor, {
        action: 'user.team_invited',
        target: `team-invitation:${id}`,
        details: `Invited ${describeRights(invitation)} to the team`,
      });
      const { email, role } = invitation;
      await this.mail.sendInvitation(email, owner.name, { role, token, expiresAt });
      return { ...invitation, id, createdAt, expiresAt };
    });
  }

  /** The link of the mail stops working. @throws DomainError not_found. */
  async revoke(actor: Actor, id: number): Promise<void> {
    await this.uow.run(async () => {
      if (!(await this.repository.revoke(actor.userId, id, this.clock.now())))
        throw invitationNotFound();
      await this.audit.record(actor, {
        action: 'user.team_invitation_revoked',
        target: `team-invitation:${id}`,
        details: 'Revoked an invitation to the team',
      });
    });
  }

  /** For whoever holds the token. @throws DomainError not_found TEAM_INVITATION_INVALID. */
  async getOffer(token: string): Promise<InvitationOffer> {
    const invitation = await this.repository.findOpen(toHash(token), this.clock.now());
    const [owner] = invitation ? await this.users.findActiveByIds([invitation.ownerId]) : [];
    if (!invitation || owner?.role !== 'user') throw invitationInvalid();
    assertNotPaused(owner, invitation);
    const { email, role, expiresAt } = invitation;
    return { ownerName: owner.name, email, role, expiresAt };
  }

  /**
   * Makes the actor a member: from the next request on, the actor acts for the owner.
   * @throws DomainError not_found TEAM_INVITATION_INVALID; forbidden TEAM_INVITATION_OTHER_EMAIL, TEAM_PAUSED or EMAIL_NOT_VERIFIED;
   * conflict ALREADY_IN_TEAM, ACCOUNT_IN_USE or TEAM_FULL.
   */
  async accept(actor: Actor, token: string): Promise<void> {
    const tokenHash = toHash(token);
    await this.uow.run(async () => {
      const found = await this.repository.findOpen(tokenHash, this.clock.now());
      if (!found) throw invitationInvalid();
      const [owner, member] = await this.lockBoth(found.ownerId, actor.userId);
      const invitation = await this.repository.lockOpen(tokenHash, this.clock.now());
      if (!invitation || !owner || owner.status !== 'active' || owner.role !== 'user')
        throw invitationInvalid();
      assertNotPaused(owner, invitation);
      if (!member) throw unauthenticated();
      await this.assertMayJoin(member, owner, invitation);
      await this.team.insert(owner.id, member.id, invitation);
      await this.repository.markAccepted(invitation.id, this.clock.now());
      await this.audit.record(actor, {
        action: 'user.team_joined',
        target: `user:${owner.id}`,
        details: `Joined the team of user ${owner.id} as ${describeRights(invitation)}`,
      });
      await this.mail.sendJoined(owner, member, invitation.role);
    });
  }

  private async assertMayInvite(
    { id, email: own }: UserAccount,
    email: string,
    now: Date,
  ): Promise<void> {
    if (email === own.toLowerCase()) throw ownEmail();
    if (await this.team.hasMemberWithEmail(id, email)) throw alreadyMember();
    if ((await this.team.count(id)) >= MAX_MEMBERS) throw teamFull();
    await this.repository.revokeByEmail(id, email, now);
    await this.repository.deleteEnded(id);
    const { open, sentToday } = await this.repository.count(id);
    if (open >= MAX_INVITATIONS || sentToday >= MAX_INVITATIONS_A_DAY) throw tooManyInvitations();
  }

  /** In the order of their ids, so that two people who invite each other do not deadlock. */
  private async lockBoth(
    ownerId: number,
    memberId: number,
  ): Promise<[owner: UserAccount | null, member: UserAccount | null]> {
    const first = await this.users.lock(Math.min(ownerId, memberId));
    const second = await this.users.lock(Math.max(ownerId, memberId));
    return ownerId < memberId ? [first, second] : [second, first];
  }

  /** Both accounts are locked, so that neither gets money, a team or an owner meanwhile. */
  private async assertMayJoin(
    member: UserAccount,
    owner: UserAccount,
    invitation: FoundInvitation,
  ): Promise<void> {
    if (member.email.toLowerCase() !== invitation.email.toLowerCase())
      throw invitationForAnotherEmail();
    if (this.config.emailVerification && !member.emailVerifiedAt) throw emailNotVerified();
    if (await this.users.findTeam(member)) throw alreadyInTeam();
    if (await this.users.findTeam(owner)) throw invitationInvalid();
    if ((await this.team.count(owner.id)) >= MAX_MEMBERS) throw teamFull();
    if (await this.hasOwnBusiness(member.id)) throw accountInUse();
  }

  /** The wallet first: what is bought or credited meanwhile waits for it. */
  private async hasOwnBusiness(userId: number): Promise<boolean> {
    return (
      !(await this.wallet.lockWallet(userId)).isZero ||
      !(await this.wallet.getReceivableBalance(userId)).isZero ||
      (await this.team.isInUse(userId))
    );
  }
}

/** @throws DomainError forbidden TEAM_PAUSED while the owner has to confirm it after a reset of the password. */
function assertNotPaused({ reviewSince }: UserAccount, { createdAt }: FoundInvitation): void {
  if (reviewSince && createdAt < reviewSince) throw teamPaused();
}

/** @throws DomainError not_found TEAM_INVITATION_INVALID. */
function toHash(token: string): Buffer {
  if (!TOKEN.test(token)) throw invitationInvalid();
  return hashToken(token);
}
