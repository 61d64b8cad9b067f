import { ApiProperty } from '@nestjs/swagger';
import { REVIEW_KINDS, type ReviewKind } from '../security-review.queries';
import { toItemId, type SecurityReview } from '../security-review.service';

export class SecurityReviewItem {
  /** @example webhook:12 */
  id: string;
  @ApiProperty({ enum: REVIEW_KINDS, enumName: 'SecurityReviewKind' })
  kind: ReviewKind;
  /** Name, address or URL. @example https://example.com/hook */
  title: string;
  /** Email address of a member, events of a webhook, or the visible beginning of a key. */
  detail: string | null;
  /** Given when it concerns one proxy only. */
  proxy_id: number | null;
  created_at: Date;
}

export class SecurityReviewData {
  /** Whether the items are paused until you have decided about them. */
  due: boolean;
  items: SecurityReviewItem[];
}

export class SecurityReviewResponse {
  /** Always true. */
  success: boolean;
  data: SecurityReviewData;
}

export const toSecurityReview = ({ isDue, items }: SecurityReview): SecurityReviewResponse => ({
  success: true,
  data: {
    due: isDue,
    items: items.map((item) => ({
      id: toItemId(item),
      kind: item.kind,
      title: item.title,
      detail: item.detail,
      proxy_id: item.proxyId,
      created_at: item.createdAt,
    })),
  },
});
