import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';

export const REVIEW_KINDS = [
  'member',
  'invitation',
  'address',
  'sub_user',
  'webhook',
  'api_key',
  'google',
] as const;
export type ReviewKind = (typeof REVIEW_KINDS)[number];

/** Something with which others may use an account. */
export interface ReviewItem {
  readonly kind: ReviewKind;
  readonly id: number;
  readonly title: string;
  readonly detail: string | null;
  /** Given for what concerns one proxy. */
  readonly proxyId: number | null;
  readonly createdAt: Date;
}

/** Reads the view over the tables of all modules whose rows give somebody access. */
@Injectable()
export class SecurityReviewQueries {
  constructor(private readonly uow: UnitOfWork) {}

  /** By kind, newest first. @param before when given, only those that were created earlier. */
  findItems(userId: number, before: Date | null): Promise<ReviewItem[]> {
    return this.uow.manager.query<ReviewItem[]>(
      `SELECT kind, id, title, detail, proxy_id AS "proxyId", created_at AS "createdAt"
       FROM security_review_item WHERE user_id = $1 AND ($2::timestamptz IS NULL OR created_at < $2)
       ORDER BY array_position($3::text[], kind), created_at DESC, id DESC`,
      [userId, before, REVIEW_KINDS],
    );
  }
}
