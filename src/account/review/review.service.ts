import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import { AuditService } from '../../audit/audit.service';
import { refuse } from '../../auth/auth.errors';
import { ApiKeysService } from '../../auth/api-keys/api-keys.service';
import { SessionsService } from '../../auth/sessions/sessions.service';
import type { SessionActor } from '../../common/security/actor';
import { AllowedAddressesService } from '../../proxies/allowed-addresses/allowed-addresses.service';
import { SubUsersService } from '../../proxies/sub-users/sub-users.service';
import { TeamInvitationsService } from '../team/team-invitations.service';
import { TeamService } from '../team/team.service';
import { UsersService } from '../../users/users.service';
import { WebhooksService } from '../../webhooks/webhooks.service';
import { refuseAccount } from '../account.errors';
import {
  REVIEW_KINDS,
  type ReviewDecisionDto,
  type SecurityReviewData,
  type SecurityReviewItem,
} from './review.dto';

/**
 * What somebody who knew the password may have left in an account. A reset of the password pauses all of it (`users.review_since`,
 * which its readers compare with the time of creation); the decision of the owner ends that.
 */
@Injectable()
export class SecurityReviewService {
  constructor(
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly team: TeamService,
    private readonly invitations: TeamInvitationsService,
    private readonly addresses: AllowedAddressesService,
    private readonly subUsers: SubUsersService,
    private readonly webhooks: WebhooksService,
    private readonly apiKeys: ApiKeysService,
    private readonly audit: AuditService,
    private readonly uow: UnitOfWork,
  ) {}

  async get({ userId }: SessionActor): Promise<SecurityReviewData> {
    const user = await this.users.findById(userId);
    if (!user) throw refuse('UNAUTHENTICATED');
    const items = await this.findItems(userId, user.reviewSince);
    return { due: user.reviewSince !== null, items };
  }

  /**
   * Removes what is named, and lets the rest work again. A review that is due ends with a decision about every item; a call that only
   * removes may leave it due, so that more items than fit one call can be removed.
   * @returns the number of items without a decision, of a review that is still due.
   * @throws DomainError not_found REVIEW_ITEM_NOT_FOUND; conflict REVIEW_CHANGED; forbidden REAUTHENTICATION_REQUIRED.
   */
  async decide(
    actor: SessionActor,
    { keep, remove, keep_rest: keepRest }: ReviewDecisionDto,
  ): Promise<number> {
    this.sessions.assertRecent(actor);
    return this.uow.run(async () => {
      const user = await this.users.lock(actor.userId);
      if (!user) throw refuse('UNAUTHENTICATED');
      const items = await this.findItems(user.id, user.reviewSince);
      const open = new Map(items.map((item) => [item.id, item]));
      const removed = new Set(remove);
      if (keep.some((id) => removed.has(id))) throw refuseAccount('REVIEW_CHANGED');
      if ([...keep, ...remove].some((id) => !open.has(id)))
        throw refuseAccount('REVIEW_ITEM_NOT_FOUND');
      const rest = open.size - new Set([...keep, ...remove]).size;
      if (keepRest !== undefined && keepRest !== rest) throw refuseAccount('REVIEW_CHANGED');
      const undecided = user.reviewSince && keepRest === undefined ? rest : 0;
      if (undecided && (keep.length || !removed.size)) throw refuseAccount('REVIEW_CHANGED');
      for (const id of removed) await this.removeItem(actor, open.get(id)!);
      if (user.reviewSince && !undecided) await this.users.endReview(user.id);
      await this.audit.record(actor, {
        action: 'auth.access_reviewed',
        target: `user:${user.id}`,
        details: `Reviewed who has access: kept ${keep.length + (keepRest ?? 0) || 'none'}, removed ${remove.length ? remove.join(', ') : 'none'}${undecided ? `, ${undecided} undecided` : ''}`,
      });
      return undecided;
    });
  }

  private removeItem(actor: SessionActor, item: SecurityReviewItem): Promise<void> {
    const id = Number(item.id.slice(item.kind.length + 1));
    switch (item.kind) {
      case 'member':
        return this.team.remove(actor, id);
      case 'invitation':
        return this.invitations.revoke(actor, id);
      case 'address':
        return this.addresses.removeOne(actor, { id: actor.userId, name: actor.name }, id);
      case 'sub_user':
        return this.subUsers.remove(actor, item.proxy_id!, id);
      case 'webhook':
        return this.webhooks.remove(actor, id);
      case 'api_key':
        return this.apiKeys.remove(actor, id);
      case 'google':
        return this.users.unlinkGoogle(actor.userId);
    }
  }

  /** By kind, newest first, of all modules whose rows give somebody access. @param before when given, only those that were created earlier. */
  private findItems(userId: number, before: Date | null): Promise<SecurityReviewItem[]> {
    return this.uow.manager.query<SecurityReviewItem[]>(
      `SELECT i.kind || ':' || i.id AS id, i.kind, i.title, coalesce(i.detail, 'made with API key ' || k.name) AS detail,
              i.proxy_id, 'api_key:' || k.id AS made_with, i.created_at
       FROM security_review_item i
       LEFT JOIN api_key k ON k.id = i.api_key_id
       WHERE i.user_id = $1 AND ($2::timestamptz IS NULL OR i.created_at < $2)
       ORDER BY array_position($3::text[], i.kind), i.created_at DESC, i.id DESC`,
      [userId, before, REVIEW_KINDS],
    );
  }
}
