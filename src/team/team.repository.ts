import { Injectable } from '@nestjs/common';
import { Money } from '../common/money/money';
import { ZONE } from '../common/time/zone';
import { UnitOfWork } from '../database/unit-of-work';
import { TeamMember } from './team-member.entity';
import type { TeamMemberView, TeamRights } from './team.types';

interface MemberRow extends Omit<
  TeamMemberView,
  'dailyLimit' | 'monthlyLimit' | 'spentToday' | 'spentThisMonth'
> {
  readonly dailyLimitKobo: string | null;
  readonly monthlyLimitKobo: string | null;
  readonly today: string;
  readonly month: string;
}

const TODAY = `(now() AT TIME ZONE '${ZONE}')::date`;

/** Columns of rights. */
export const toRightsColumns = ({ role, dailyLimit, monthlyLimit }: TeamRights) => ({
  role,
  dailyLimitKobo: dailyLimit?.kobo ?? null,
  monthlyLimitKobo: monthlyLimit?.kobo ?? null,
});

/** SQL for the reads that join users and spending, whose entities belong to other modules. */
@Injectable()
export class TeamRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** In the order in which they joined. */
  async list(ownerId: number): Promise<TeamMemberView[]> {
    const rows = await this.uow.manager.query<MemberRow[]>(
      `SELECT u.id, u.name, u.email, m.role, m.daily_limit_kobo AS "dailyLimitKobo",
              m.monthly_limit_kobo AS "monthlyLimitKobo", m.joined_at AS "joinedAt", s.today, s.month
       FROM team_member m JOIN users u ON u.id = m.member_id
       CROSS JOIN LATERAL (
         SELECT coalesce(sum(spent_kobo) FILTER (WHERE day = ${TODAY}), 0)::bigint AS today,
                coalesce(sum(spent_kobo), 0)::bigint AS month
         FROM member_spending WHERE owner_id = m.owner_id AND member_id = m.member_id
           AND day >= date_trunc('month', ${TODAY}::timestamp)::date) s
       WHERE m.owner_id = $1 ORDER BY m.joined_at, m.member_id`,
      [ownerId],
    );
    return rows.map(({ dailyLimitKobo, monthlyLimitKobo, today, month, ...row }) => ({
      ...row,
      dailyLimit: toMoney(dailyLimitKobo),
      monthlyLimit: toMoney(monthlyLimitKobo),
      spentToday: Money.kobo(BigInt(today)),
      spentThisMonth: Money.kobo(BigInt(month)),
    }));
  }

  count(ownerId: number): Promise<number> {
    return this.uow.manager.countBy(TeamMember, { ownerId });
  }

  hasMemberWithEmail(ownerId: number, email: string): Promise<boolean> {
    return this.uow.manager
      .query<{ found: boolean }[]>(
        `SELECT EXISTS (SELECT FROM team_member m JOIN users u ON u.id = m.member_id
                        WHERE m.owner_id = $1 AND u.email = $2) AS found`,
        [ownerId, email],
      )
      .then(([row]) => row!.found);
  }

  async insert(ownerId: number, memberId: number, rights: TeamRights): Promise<void> {
    await this.uow
      .requireTransaction()
      .insert(TeamMember, { ownerId, memberId, ...toRightsColumns(rights) });
  }

  /** @returns the rights before, locked; null when the owner has no such member. */
  async lock(ownerId: number, memberId: number): Promise<TeamRights | null> {
    const member = await this.uow.requireTransaction().findOne(TeamMember, {
      where: { ownerId, memberId },
      lock: { mode: 'pessimistic_write' },
    });
    return (
      member && {
        role: member.role,
        dailyLimit: member.dailyLimitKobo === null ? null : Money.kobo(member.dailyLimitKobo),
        monthlyLimit: member.monthlyLimitKobo === null ? null : Money.kobo(member.monthlyLimitKobo),
      }
    );
  }

  async change(ownerId: number, memberId: number, rights: TeamRights): Promise<void> {
    await this.uow
      .requireTransaction()
      .update(TeamMember, { ownerId, memberId }, toRightsColumns(rights));
  }

  /** @returns false when the owner has no such member. */
  async remove(ownerId: number, memberId: number): Promise<boolean> {
    const { affected } = await this.uow
      .requireTransaction()
      .delete(TeamMember, { ownerId, memberId });
    return affected === 1;
  }

  /** Of an account that is closed: its members, and its membership. @returns the owner whose member it was. */
  async removeAll(userId: number): Promise<number | null> {
    const [removed] = await this.uow.requireTransaction().query<[TeamMember[], number]>(
      `DELETE FROM team_member WHERE owner_id = $1 OR member_id = $1
       RETURNING owner_id AS "ownerId", member_id AS "memberId"`,
      [userId],
    );
    return removed.find(({ memberId }) => memberId === userId)?.ownerId ?? null;
  }

  /**
   * Whether an account has what a member could not reach: active proxies, payments and rewards under way, an account number
   * for transfers, or a team. Money is asked of the wallet.
   */
  async isInUse(userId: number): Promise<boolean> {
    const [row] = await this.uow.requireTransaction().query<{ used: boolean }[]>(
      `SELECT EXISTS (SELECT FROM proxy WHERE user_id = $1 AND status <> 'expired' AND expires_at > now())
           OR EXISTS (SELECT FROM payment WHERE user_id = $1 AND status IN ('created', 'pending', 'review'))
           OR EXISTS (SELECT FROM referral_reward WHERE referrer_id = $1 AND status IN ('due', 'put_back_due'))
           OR EXISTS (SELECT FROM naira_account WHERE user_id = $1 AND status IN ('requested', 'active'))
           OR EXISTS (SELECT FROM team_member WHERE owner_id = $1) AS used`,
      [userId],
    );
    return row!.used;
  }
}

const toMoney = (kobo: string | null): Money | null =>
  kobo === null ? null : Money.kobo(BigInt(kobo));
