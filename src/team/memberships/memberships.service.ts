import { Injectable } from '@nestjs/common';
import { prepareStatement } from '../../database/prepared-statement';
import { UnitOfWork } from '../../database/unit-of-work';
import type { Membership, MembershipReader } from '../../users/users.types';

const FIND = prepareStatement(
  'team-member.find',
  `SELECT m.owner_id AS "ownerId", o.name AS "ownerName", m.role,
          o.status = 'active' AND o.closed_at IS NULL AND o.role = 'user' AS "isOwnerActive",
          coalesce(m.joined_at < o.review_since, false) AS "isPaused"
   FROM team_member m JOIN users o ON o.id = m.owner_id WHERE m.member_id = $1`,
);

/** Tells lower modules for whom a user acts. SQL that joins the owner, whose entity belongs to another module. */
@Injectable()
export class MembershipsService implements MembershipReader {
  constructor(private readonly uow: UnitOfWork) {}

  async find(userId: number): Promise<Membership | null> {
    const { rows } = await this.uow.execute<Membership>(FIND, [userId]);
    return rows[0] ?? null;
  }
}
