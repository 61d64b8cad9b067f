import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { refuse } from '../../auth/auth.errors';
import type { LoginData } from '../../auth/auth.types';
import { LoginService } from '../../auth/login/login.service';
import { RegistrationService } from '../../auth/registration/registration.service';
import { SessionsService } from '../../auth/sessions/sessions.service';
import type { Actor, ClientInfo, SessionActor } from '../../common/security/actor';
import { Clock, DAY } from '../../common/time/clock';
import { AppConfig } from '../../config/app-config';
import { invalidFields } from '../../common/errors/domain-error';
import { UnitOfWork } from '../../database/unit-of-work';
import { UsersService } from '../../users/users.service';
import type { UserAccount } from '../../users/users.types';
import { WalletService } from '../../wallet/wallet.service';
import { TeamMailService } from './team-mail.service';
import {
  toInvitation,
  toTeamRights,
  type InvitationOfferData,
  type InviteMemberDto,
  type JoinAsNewDto,
  type TeamInvitationResponse,
} from './team.dto';
import {
  describeRights,
  MAX_INVITATIONS,
  MAX_INVITATIONS_A_DAY,
  MAX_MEMBERS,
  TeamInvitation,
} from './team.entity';
import { refuseTeam } from './team.errors';
import { isOpen, TeamService } from './team.service';

const LIFETIME = 7 * DAY;
const TOKEN = /^[\w-]{43}$/;
/** Days after its end for which an invitation stays. */
const KEEP_DAYS = 30;

const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Invitations of people to a customer's team. */
@Injectable()
export class TeamInvitationsService {
  constructor(
    private readonly team: TeamService,
    private readonly users: UsersService,
    private readonly wallet: WalletService,
    private readonly sessions: SessionsService,
    private readonly registration: RegistrationService,
    private readonly logins: LoginService,
    private readonly mail: TeamMailService,
    private readonly audit: AuditService,
    private readonly config: AppConfig,
    private readonly clock: Clock,
    private readonly uow: UnitOfWork,
  ) {}

  /** Mails an invitation, in the place of an open one to the same address. */
  async invite(actor: SessionActor, body: InviteMemberDto): Promise<TeamInvitationResponse> {
    this.sessions.assertRecent(actor);
    const { email } = body;
    const rights = toTeamRights(body);
    return this.uow.run(async () => {
      const owner = await this.users.lock(actor.userId);
      if (!owner) throw refuse('UNAUTHENTICATED');
      const createdAt = this.clock.now();
      await this.assertMayInvite(owner, email, createdAt);
      const token = randomBytes(32).toString('base64url');
      const manager = this.uow.requireTransaction();
      const invitation = manager.create(TeamInvitation, {
        ...{ ownerId: owner.id, email, ...rights, createdAt },
        expiresAt: this.clock.in(LIFETIME),
        tokenHash: hashToken(token),
      });
      await manager.insert(TeamInvitation, invitation);
      await this.audit.record(actor, {
        action: 'user.team_invited',
        target: `team-invitation:${invitation.id}`,
        details: `Invited ${describeRights(rights)} to the team`,
      });
      await this.mail.sendInvitation(invitation, owner.name, token);
      return toInvitation(invitation);
    });
  }

  /** The link of the mail stops working. */
  async revoke(actor: Actor, id: number): Promise<void> {
    await this.uow.run(async () => {
      const now = this.clock.now();
      const { affected } = await this.uow
        .requireTransaction()
        .update(TeamInvitation, { id, ownerId: actor.userId, ...isOpen(now) }, { revokedAt: now });
      if (affected !== 1) throw refuseTeam('TEAM_INVITATION_NOT_FOUND');
      await this.audit.record(actor, {
        action: 'user.team_invitation_revoked',
        target: `team-invitation:${id}`,
        details: 'Revoked an invitation to the team',
      });
    });
  }

  /** For whoever holds the token. */
  async getOffer(token: string): Promise<InvitationOfferData> {
    const invitation = await this.findOpen(toHash(token));
    const [owner] = invitation ? await this.users.findActiveByIds([invitation.ownerId]) : [];
    if (!invitation || owner?.role !== 'user') throw refuseTeam('TEAM_INVITATION_INVALID');
    assertNotPaused(owner, invitation);
    const { email, role, expiresAt } = invitation;
    const hasAccount = (await this.users.findByEmail(email)) !== null;
    return {
      ...{ owner_name: owner.name, email, role, expires_at: expiresAt },
      has_account: hasAccount,
    };
  }

  /** Makes the actor a member: from the next request on, the actor acts for the owner. */
  async accept(actor: Actor, token: string): Promise<void> {
    const tokenHash = toHash(token);
    await this.uow.run(() => this.join(actor, tokenHash));
  }

  /**
   * Opens an account for the invited address, which the token of the mail proves, makes it a member and signs it in.
   * @throws DomainError TEAM_INVITATION_INVALID; as the registration; as `accept`.
   */
  async register({ token, name, password }: JoinAsNewDto, client: ClientInfo): Promise<LoginData> {
    const tokenHash = toHash(token);
    const { email } = await this.getOffer(token);
    const account = await this.registration.prepare({ name, email, password });
    return this.uow.run(async () => {
      const emailVerifiedAt = this.clock.now();
      const user = await this.registration.open({ ...account, emailVerifiedAt }, client);
      const { id: userId, role } = user;
      await this.join({ ...client, userId, name, email, role, sessionId: '' }, tokenHash);
      return this.logins.complete(user, client);
    });
  }

  private async join(actor: Actor, tokenHash: Buffer): Promise<void> {
    const found = await this.findOpen(tokenHash);
    if (!found) throw refuseTeam('TEAM_INVITATION_INVALID');
    const [owner, member] = await this.lockBoth(found.ownerId, actor.userId);
    const invitation = await this.findOpen(tokenHash, true);
    if (!invitation || !owner || owner.status !== 'active' || owner.role !== 'user')
      throw refuseTeam('TEAM_INVITATION_INVALID');
    assertNotPaused(owner, invitation);
    if (!member) throw refuse('UNAUTHENTICATED');
    await this.assertMayJoin(member, owner, invitation);
    await this.team.add(owner.id, member.id, invitation);
    await this.uow
      .requireTransaction()
      .update(TeamInvitation, { id: invitation.id }, { acceptedAt: this.clock.now() });
    await this.audit.record(actor, {
      action: 'user.team_joined',
      target: `user:${owner.id}`,
      details: `Joined the team of user ${owner.id} as ${describeRights(invitation)}`,
    });
    await this.mail.sendJoined(owner, member, invitation.role);
  }

  /** Ends an open invitation to the same address, and deletes those that ended long ago. */
  private async assertMayInvite(
    { id: ownerId, email: own }: UserAccount,
    email: string,
    now: Date,
  ): Promise<void> {
    if (email === own.toLowerCase())
      throw invalidFields({ email: ['This is your own email address.'] });
    if (await this.team.hasMemberWithEmail(ownerId, email))
      throw invalidFields({ email: ['This person is already in your team.'] });
    if ((await this.team.countMembers(ownerId)) >= MAX_MEMBERS) throw refuseTeam('TEAM_FULL');
    const manager = this.uow.requireTransaction();
    await manager.update(TeamInvitation, { ownerId, email, ...isOpen(now) }, { revokedAt: now });
    await manager.query(
      `DELETE FROM team_invitation WHERE owner_id = $1
         AND coalesce(accepted_at, revoked_at, expires_at) < now() - interval '${KEEP_DAYS} days'`,
      [ownerId],
    );
    const [sent] = await manager.query<[{ open: number; today: number }]>(
      `SELECT count(*) FILTER (WHERE accepted_at IS NULL AND revoked_at IS NULL AND expires_at > now())::int AS open,
              count(*) FILTER (WHERE created_at > now() - interval '1 day')::int AS today
       FROM team_invitation WHERE owner_id = $1`,
      [ownerId],
    );
    if (sent.open >= MAX_INVITATIONS || sent.today >= MAX_INVITATIONS_A_DAY)
      throw refuseTeam('TOO_MANY_INVITATIONS');
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
    invitation: TeamInvitation,
  ): Promise<void> {
    if (member.email.toLowerCase() !== invitation.email.toLowerCase())
      throw refuseTeam('TEAM_INVITATION_OTHER_EMAIL');
    if (this.config.emailVerification && !member.emailVerifiedAt)
      throw refuse('EMAIL_NOT_VERIFIED');
    if (await this.users.findTeam(member)) throw refuseTeam('ALREADY_IN_TEAM');
    if (await this.users.findTeam(owner)) throw refuseTeam('TEAM_INVITATION_INVALID');
    if ((await this.team.countMembers(owner.id)) >= MAX_MEMBERS) throw refuseTeam('TEAM_FULL');
    if (await this.isInUse(member.id)) throw refuseTeam('ACCOUNT_IN_USE');
  }

  /**
   * Whether an account has what a member could not reach: money, active proxies, payments and rewards under way, an account
   * number for transfers, or a team. The wallet is locked first: what is bought or credited meanwhile waits for it.
   */
  private async isInUse(userId: number): Promise<boolean> {
    if (!(await this.wallet.lockWallet(userId)).isZero) return true;
    if (!(await this.wallet.getReceivableBalance(userId)).isZero) return true;
    const [row] = await this.uow.requireTransaction().query<[{ used: boolean }]>(
      `SELECT EXISTS (SELECT FROM proxy WHERE user_id = $1 AND status <> 'expired' AND expires_at > now())
           OR EXISTS (SELECT FROM payment WHERE user_id = $1 AND status IN ('created', 'pending', 'review'))
           OR EXISTS (SELECT FROM referral_reward WHERE referrer_id = $1 AND status IN ('due', 'put_back_due'))
           OR EXISTS (SELECT FROM naira_account WHERE user_id = $1 AND status IN ('requested', 'active'))
           OR EXISTS (SELECT FROM team_member WHERE owner_id = $1) AS used`,
      [userId],
    );
    return row.used;
  }

  /** @param isLocked until the unit of work ends. */
  private findOpen(tokenHash: Buffer, isLocked = false): Promise<TeamInvitation | null> {
    return this.uow.manager.findOne(TeamInvitation, {
      where: { tokenHash, ...isOpen(this.clock.now()) },
      ...(isLocked && { lock: { mode: 'pessimistic_write' } }),
    });
  }
}

/** While the owner has to confirm it after a reset of the password. */
function assertNotPaused({ reviewSince }: UserAccount, { createdAt }: TeamInvitation): void {
  if (reviewSince && createdAt < reviewSince) throw refuse('TEAM_PAUSED');
}

function toHash(token: string): Buffer {
  if (!TOKEN.test(token)) throw refuseTeam('TEAM_INVITATION_INVALID');
  return hashToken(token);
}
