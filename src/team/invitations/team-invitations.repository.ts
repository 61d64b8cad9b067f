import { Injectable } from '@nestjs/common';
import { IsNull, MoreThan, type FindOptionsWhere } from 'typeorm';
import { Money } from '../../common/money/money';
import { UnitOfWork } from '../../database/unit-of-work';
import { toRightsColumns } from '../team.repository';
import type { InvitationView, NewInvitation } from '../team.types';
import { TeamInvitation } from './team-invitation.entity';

/** An invitation with the owner who sent it. */
export interface FoundInvitation extends InvitationView {
  readonly ownerId: number;
}

/** Days after its end for which an invitation stays. */
const KEEP_DAYS = 30;

/** SQL where the database compares with its clock. */
@Injectable()
export class TeamInvitationsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Newest first. */
  async listOpen(ownerId: number): Promise<InvitationView[]> {
    const rows = await this.uow.manager.find(TeamInvitation, {
      where: { ownerId, ...isOpen(new Date()) },
      order: { id: 'DESC' },
    });
    return rows.map(toView);
  }

  /** The open invitations of an owner, and all that were sent within a day. */
  async count(ownerId: number): Promise<{ open: number; sentToday: number }> {
    const [row] = await this.uow.requireTransaction().query<{ open: number; sentToday: number }[]>(
      `SELECT count(*) FILTER (WHERE accepted_at IS NULL AND revoked_at IS NULL AND expires_at > now())::int AS open,
              count(*) FILTER (WHERE created_at > now() - interval '1 day')::int AS "sentToday"
       FROM team_invitation WHERE owner_id = $1`,
      [ownerId],
    );
    return row!;
  }

  async insert(
    ownerId: number,
    { email, ...rights }: NewInvitation,
    {
      tokenHash,
      createdAt,
      expiresAt,
    }: Pick<TeamInvitation, 'tokenHash' | 'createdAt' | 'expiresAt'>,
  ): Promise<number> {
    const row = { ownerId, email, tokenHash, createdAt, expiresAt, ...toRightsColumns(rights) };
    const { identifiers } = await this.uow.requireTransaction().insert(TeamInvitation, row);
    return identifiers[0]!.id as number;
  }

  /** @returns null unless the token is of an invitation that can be accepted. */
  findOpen(tokenHash: Buffer, now: Date): Promise<FoundInvitation | null> {
    return this.findOne({ tokenHash, ...isOpen(now) });
  }

  /** As `findOpen`, with the row locked until the unit of work ends. */
  lockOpen(tokenHash: Buffer, now: Date): Promise<FoundInvitation | null> {
    return this.findOne({ tokenHash, ...isOpen(now) }, true);
  }

  async markAccepted(id: number, now: Date): Promise<void> {
    await this.uow.requireTransaction().update(TeamInvitation, { id }, { acceptedAt: now });
  }

  /** @returns false when the owner has no such open invitation. */
  async revoke(ownerId: number, id: number, now: Date): Promise<boolean> {
    const { affected } = await this.uow
      .requireTransaction()
      .update(TeamInvitation, { id, ownerId, ...isOpen(now) }, { revokedAt: now });
    return affected === 1;
  }

  /** Ends the open invitations of an address; a new one takes their place. */
  async revokeByEmail(ownerId: number, email: string, now: Date): Promise<void> {
    await this.uow
      .requireTransaction()
      .update(TeamInvitation, { ownerId, email, ...isOpen(now) }, { revokedAt: now });
  }

  /** Those of an owner that ended long ago. */
  async deleteEnded(ownerId: number): Promise<void> {
    await this.uow.requireTransaction().query(
      `DELETE FROM team_invitation WHERE owner_id = $1
         AND coalesce(accepted_at, revoked_at, expires_at) < now() - interval '${KEEP_DAYS} days'`,
      [ownerId],
    );
  }

  /** Those that a closed account sent, and those to its address. */
  async removeAll(userId: number, email: string): Promise<void> {
    await this.uow
      .requireTransaction()
      .query(`DELETE FROM team_invitation WHERE owner_id = $1 OR email = $2`, [userId, email]);
  }

  private async findOne(
    where: FindOptionsWhere<TeamInvitation>,
    isLocked = false,
  ): Promise<FoundInvitation | null> {
    const row = await this.uow.manager.findOne(TeamInvitation, {
      where,
      ...(isLocked && { lock: { mode: 'pessimistic_write' } }),
    });
    return row && { ...toView(row), ownerId: row.ownerId };
  }
}

const isOpen = (now: Date) => ({
  acceptedAt: IsNull(),
  revokedAt: IsNull(),
  expiresAt: MoreThan(now),
});

const toView = (row: TeamInvitation): InvitationView => ({
  id: row.id,
  email: row.email,
  role: row.role,
  dailyLimit: row.dailyLimitKobo === null ? null : Money.kobo(row.dailyLimitKobo),
  monthlyLimit: row.monthlyLimitKobo === null ? null : Money.kobo(row.monthlyLimitKobo),
  createdAt: row.createdAt,
  expiresAt: row.expiresAt,
});
