import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { SessionsService } from '../../auth/sessions/sessions.service';
import { StaffViewService } from '../../auth/sessions/staff-view.service';
import { withMessage } from '../../common/http/api.decorators';
import { toOffset, toPage, toPagination, type PageQuery } from '../../common/http/pagination.dto';
import { formatNaira, Money } from '../../common/money/money';
import type { Actor, SessionActor } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import { MailService } from '../../mail/mail.service';
import { NairaAccountsService } from '../../payments/naira-accounts/naira-accounts.service';
import { TransfersService } from '../../payments/naira-accounts/transfers.service';
import { StaffRolesService } from '../../users/staff-roles.service';
import { UserNotesService } from '../../users/user-notes.service';
import { UsersService } from '../../users/users.service';
import { toUserData, type UserAccount } from '../../users/users.types';
import type { CheckedTransfersData, NairaAccountData } from '../../payments/payments.types';
import { refuse } from './admin-users.errors';
import type {
  RelatedUserResponse,
  RelatedUsersData,
  StaffViewData,
  UserMailResponse,
  UserMailsData,
  UserNoteResponse,
  UserNotesData,
  UserSessionResponse,
  UserSessionsData,
} from './customer-records.dto';

const MAX_SESSIONS = 50;
const MAX_RELATED = 20;
/** As long as ended sessions are stored. */
const RELATED_DAYS = 30;
const MAX_NOTES = 100;
const MAILS_PER_PAGE = 10;

/** What support looks up about one user besides money: sign-ins, mails, notes, transfers, and the user's own view. */
@Injectable()
export class CustomerRecordsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly users: UsersService,
    private readonly roles: StaffRolesService,
    private readonly sessions: SessionsService,
    private readonly views: StaffViewService,
    private readonly mail: MailService,
    private readonly notes: UserNotesService,
    private readonly nairaAccounts: NairaAccountsService,
    private readonly transfers: TransfersService,
    private readonly audit: AuditService,
  ) {}

  async listSessions(userId: number): Promise<UserSessionsData> {
    const { id, role } = await this.find(userId);
    const active = new Set(await this.sessions.findActiveIds(id, role));
    const rows = await this.uow.manager.query<Omit<UserSessionResponse, 'is_active'>[]>(
      `SELECT id, ip, user_agent, created_at, last_seen_at FROM session
       WHERE user_id = $1 ORDER BY id DESC LIMIT ${MAX_SESSIONS}`,
      [id],
    );
    return { sessions: rows.map((row) => ({ ...row, is_active: active.has(row.id) })) };
  }

  /** Customers who signed in from the same addresses, with the most addresses in common first. */
  async listRelated(userId: number): Promise<RelatedUsersData> {
    const { id } = await this.find(userId);
    const users = await this.uow.manager.query<RelatedUserResponse[]>(
      `WITH own AS (
         SELECT DISTINCT ip FROM session
         WHERE user_id = $1 AND last_seen_at > now() - interval '${RELATED_DAYS} days' AND ip <> ''
       ), other AS (
         SELECT s.user_id, count(DISTINCT s.ip)::int AS addresses, max(s.last_seen_at) AS last_seen_at,
                (array_agg(DISTINCT s.ip))[1:3] AS examples
         FROM own JOIN session s USING (ip)
         WHERE s.user_id <> $1 AND s.last_seen_at > now() - interval '${RELATED_DAYS} days'
         GROUP BY s.user_id
       )
       SELECT u.id, u.name, u.email, u.status, u.created_at, other.addresses, other.examples, other.last_seen_at
       FROM other JOIN users u ON u.id = other.user_id
       WHERE u.role = 'user' AND u.closed_at IS NULL
       ORDER BY other.addresses DESC, other.last_seen_at DESC LIMIT ${MAX_RELATED}`,
      [id],
    );
    return { users };
  }

  async endSession(
    actor: SessionActor,
    userId: number,
    sessionId: string,
  ): Promise<UserSessionsData> {
    this.sessions.assertRecent(actor);
    await this.uow.run(async () => {
      const user = await this.find(userId);
      if (userId !== actor.userId) await this.roles.assertMayManage(actor, user);
      await this.sessions.endOf(userId, sessionId);
      await this.record(actor, userId, 'user.session_ended', `Ended a sign-in of ${user.name}`);
    });
    return withMessage(await this.listSessions(userId), 'The session has been ended.');
  }

  /** What was sent to the user's present address. */
  async listMails(userId: number, query: PageQuery): Promise<UserMailsData> {
    const { email } = await this.find(userId);
    const page = toPage(query, MAILS_PER_PAGE);
    const [rows, [{ total }]] = await this.uow.all(
      () =>
        this.uow.manager.query<UserMailResponse[]>(
          `SELECT id, subject, status, created_at, sent_at, attempts, last_error,
                  content IS NOT NULL AND status <> 'queued' AS can_resend
           FROM mail_message WHERE recipient = $1 ORDER BY id DESC LIMIT $2 OFFSET $3`,
          [email, page.perPage, toOffset(page)],
        ),
      () =>
        this.uow.manager.query<[{ total: number }]>(
          'SELECT count(*)::int AS total FROM mail_message WHERE recipient = $1',
          [email],
        ),
    );
    return { mails: rows, pagination: toPagination({ rows, total, page }) };
  }

  async resendMail(actor: Actor, userId: number, mailId: number): Promise<UserMailsData> {
    const { email } = await this.find(userId);
    await this.uow.run(async () => {
      const subject = await this.mail.resend(email, mailId);
      await this.record(actor, userId, 'user.mail_resent', `Sent “${subject}” again`);
    });
    return withMessage(await this.listMails(userId, {}), `The email is on its way to ${email}.`);
  }

  async listNotes(userId: number): Promise<UserNotesData> {
    await this.find(userId);
    const notes = await this.uow.manager.query<UserNoteResponse[]>(
      `SELECT n.id, n.body, n.created_at, n.author_id, a.name AS author
       FROM user_note n JOIN users a ON a.id = n.author_id
       WHERE n.user_id = $1 ORDER BY n.id DESC LIMIT ${MAX_NOTES}`,
      [userId],
    );
    return { notes };
  }

  async addNote(actor: Actor, userId: number, body: string): Promise<UserNotesData> {
    await this.find(userId);
    await this.notes.add(actor, userId, body);
    return this.listNotes(userId);
  }

  async removeNote(actor: Actor, userId: number, noteId: number): Promise<UserNotesData> {
    await this.notes.remove(actor, userId, noteId);
    return this.listNotes(userId);
  }

  async getNairaAccount(userId: number): Promise<NairaAccountData> {
    await this.find(userId);
    return this.nairaAccounts.get({ userId });
  }

  /** Asks the provider now, and credits what it lists and no notification told of. */
  async checkTransfers(actor: Actor, userId: number): Promise<CheckedTransfersData> {
    const { name } = await this.find(userId);
    const { credited, amount } = await this.transfers.check({ userId });
    const sum = formatNaira(Money.naira(amount));
    await this.uow.run(() =>
      this.record(
        actor,
        userId,
        'payment.transfers_checked',
        `Checked for transfers: credited ${credited}, ${sum}`,
      ),
    );
    return withMessage(
      { credited, amount },
      credited > 0
        ? `${sum} arrived and is in the wallet of ${name}.`
        : 'No new transfer has arrived: everything that the payment provider lists is credited.',
    );
  }

  /** Lets staff look at the shop as the customer sees it. */
  async view(actor: SessionActor, userId: number, reason: string): Promise<StaffViewData> {
    const user = await this.find(userId);
    const { token, expiresAt } = this.views.open(actor, user);
    const shown = toUserData(await this.users.withBalance(user));
    await this.uow.run(() =>
      this.record(
        actor,
        userId,
        'user.viewed_as',
        `Looked at the account of ${user.name}: ${reason}`,
      ),
    );
    return { user: shown, token, expires_at: expiresAt };
  }

  private async find(userId: number): Promise<UserAccount> {
    const user = await this.users.findById(userId);
    if (!user) throw refuse('USER_NOT_FOUND');
    return user;
  }

  private record(
    actor: Actor,
    userId: number,
    action:
      | 'user.session_ended'
      | 'user.mail_resent'
      | 'user.viewed_as'
      | 'payment.transfers_checked',
    details: string,
  ): Promise<void> {
    return this.audit.record(actor, { action, target: `user:${userId}`, details });
  }
}
