import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors } from '../../common/http/api.decorators';
import { message, MessageResponse } from '../../common/http/common.dto';
import type { SessionActor } from '../../common/security/actor';
import { Authenticated, CurrentActor, OwnAccount } from '../../common/security/access.decorators';
import { ReviewDecisionDto, SecurityReviewData } from './review.dto';
import { SecurityReviewService } from './review.service';

@ApiTags('Profile')
@Controller('user/security/review')
@Authenticated('user')
@OwnAccount()
export class SecurityReviewController {
  constructor(private readonly review: SecurityReviewService) {}

  /**
   * What others may use your account with, to keep or to remove.
   *
   * Team members, open invitations, addresses without a password, sub-users, webhooks, API keys and Google sign-in. After a reset
   * of the password those from before are paused until you have decided about them.
   */
  @Get()
  getSecurityReview(@CurrentActor() actor: SessionActor): Promise<SecurityReviewData> {
    return this.review.get(actor);
  }

  /**
   * Keeps and removes what others may use your account with.
   *
   * What you keep works again, and events that were waiting for a webhook are delivered. What you remove ends at once, an API key
   * with the list addresses that it created. A review that is due ends with a decision about every item, which may take several calls:
   * those before the last one only remove, and the last one may keep all others by `keep_rest`.
   */
  @Post()
  @HttpCode(200)
  @ApiErrors({
    403: 'REAUTHENTICATION_REQUIRED: the sign-in is 15 minutes ago or more.',
    404: 'REVIEW_ITEM_NOT_FOUND: one of the ids is not in your review. Nothing was changed.',
    409: 'REVIEW_CHANGED: an item has no decision, or two, or `keep_rest` is another number. Nothing was changed.',
    422: 'A field is missing or invalid.',
  })
  async decideSecurityReview(
    @CurrentActor() actor: SessionActor,
    @Body() body: ReviewDecisionDto,
  ): Promise<MessageResponse> {
    const undecided = await this.review.decide(actor, body);
    return message(
      undecided
        ? `Removed. Decide about the other ${undecided}, too: they are paused until then.`
        : 'Your decisions are in force.',
    );
  }
}
