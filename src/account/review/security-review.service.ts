import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { unauthenticated } from '../../auth/auth.errors';
import { ApiKeysService } from '../../auth/api-keys/api-keys.service';
import { SessionsService } from '../../auth/sessions/sessions.service';
import type { SessionActor } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import { AllowedAddressesService } from '../../proxies/allowed-addresses/allowed-addresses.service';
import { SubUsersService } from '../../proxies/sub-users/sub-users.service';
import { TeamInvitationsService } from '../team/team-invitations.service';
import { TeamService } from '../team/team.service';
import { UsersService } from '../../users/users.service';
import { WebhooksService } from '../../webhooks/webhooks.service';
import { reviewChanged, reviewItemNotFound } from '../account.errors';
import { SecurityReviewQueries, type ReviewItem, type ReviewKind } from './security-review.queries';

export interface SecurityReview {
  /** Whether the items are paused until they are decided. */
  readonly isDue: boolean;
  readonly items: readonly ReviewItem[];
}

/** Ids of items, as `toItemId` makes them. */
export interface ReviewDecision {
  readonly keep: readonly string[];
  readonly remove: readonly string[];
  /** How many items are in neither list, when all of them stay. */
  readonly keepRest?: number;
}

/** @example webhook:12 */
export const toItemId = ({ kind, id }: Pick<ReviewItem, 'kind' | 'id'>): string => `${kind}:${id}`;

/**
 * What somebody who knew the password may have left in an account. A reset of the password pauses all of it (`users.review_since`,
 * which its readers compare with the time of creation); the decision of the owner ends that.
 */
@Injectable()
export class SecurityReviewService {
  constructor(
    private readonly queries: SecurityReviewQueries,
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

  async get({ userId }: SessionActor): Promise<SecurityReview> {
    const user = await this.users.findById(userId);
    if (!user) throw unauthenticated();
    const items = await this.queries.findItems(userId, user.reviewSince);
    return { isDue: user.reviewSince !== null, items };
  }

  /**
   * Removes what is named, and lets the rest work again. A review that is due ends with a decision about every item; a call that only
   * removes may leave it due, so that more items than fit one call can be removed.
   * @returns the number of items without a decision, of a review that is still due.
   * @throws DomainError not_found REVIEW_ITEM_NOT_FOUND; conflict REVIEW_CHANGED; forbidden REAUTHENTICATION_REQUIRED.
   */
  async decide(actor: SessionActor, { keep, remove, keepRest }: ReviewDecision): Promise<number> {
    this.sessions.assertRecent(actor);
    return this.uow.run(async () => {
      const user = await this.users.lock(actor.userId);
      if (!user) throw unauthenticated();
      const items = await this.queries.findItems(user.id, user.reviewSince);
      const open = new Map(items.map((item) => [toItemId(item), item]));
      const removed = new Set(remove);
      if (keep.some((id) => removed.has(id))) throw reviewChanged();
      if ([...keep, ...remove].some((id) => !open.has(id))) throw reviewItemNotFound();
      const rest = open.size - new Set([...keep, ...remove]).size;
      if (keepRest !== undefined && keepRest !== rest) throw reviewChanged();
      const undecided = user.reviewSince && keepRest === undefined ? rest : 0;
      if (undecided && (keep.length || !removed.size)) throw reviewChanged();
      for (const id of removed) await this.removers[open.get(id)!.kind](actor, open.get(id)!);
      if (user.reviewSince && !undecided) await this.users.endReview(user.id);
      await this.audit.record(actor, {
        action: 'auth.access_reviewed',
        target: `user:${user.id}`,
        details: `Reviewed who has access: kept ${keep.length + (keepRest ?? 0) || 'none'}, removed ${remove.length ? remove.join(', ') : 'none'}${undecided ? `, ${undecided} undecided` : ''}`,
      });
      return undecided;
    });
  }

  private readonly removers: Record<
    ReviewKind,
    (actor: SessionActor, item: ReviewItem) => Promise<void>
  > = {
    member: (actor, { id }) => this.team.remove(actor, id),
    invitation: (actor, { id }) => this.invitations.revoke(actor, id),
    address: (actor, { id }) =>
      this.addresses.removeOne(actor, { id: actor.userId, name: actor.name }, id),
    sub_user: (actor, { id, proxyId }) => this.subUsers.remove(actor, proxyId!, id),
    webhook: (actor, { id }) => this.webhooks.remove(actor, id),
    api_key: (actor, { id }) => this.apiKeys.remove(actor, id),
    google: (actor) => this.users.unlinkGoogle(actor.userId),
  };
}
