import { Envelope, ApiErrors } from '../../common/http/api.decorators';
import { Body, Controller, Param } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ParseIdPipe } from '../../common/http/request.pipes';
import type { SessionActor } from '../../common/security/actor';
import { CurrentActor } from '../../common/security/access.decorators';
import { ReasonDto } from '../../common/http/common.dto';
import { StaffAction } from '../staff-action.decorator';
import { AdminUsersService } from './admin-users.service';
import type { ProposalData } from '../wallet-corrections/wallet-corrections.dto';
import { ProposesToOthers } from '../wallet-corrections/proposes.decorator';
import { AdminUserUpdatedData, toUserUpdated } from './users.response';

@ApiTags('Admin users')
@ApiErrors({ 404: 'No open account has this id.' })
@Controller('admin/users/:id')
export class UserStatusController {
  constructor(private readonly users: AdminUsersService) {}

  /** Suspends a user: sessions end immediately and all proxies go out of service. */
  @ApiOkResponse({ type: AdminUserUpdatedData })
  @Envelope({ message: true })
  @StaffAction('suspend', {
    409: '`ALREADY_SUSPENDED`, or `LAST_ADMIN`: the last admin cannot be suspended.',
  })
  async adminSuspendUser(
    @CurrentActor() actor: SessionActor,
    @Param('id', ParseIdPipe) id: number,
    @Body() { reason }: ReasonDto,
  ): Promise<AdminUserUpdatedData | ProposalData> {
    return toUserUpdated(
      await this.users.setStatus(actor, id, 'suspended', reason),
      'User suspended.',
    );
  }

  /**
   * Reactivates a suspended or inactive user; the proxies that went out of service with it work again. An admin is
   * brought back by another admin's approval, where there is one.
   */
  @ProposesToOthers(AdminUserUpdatedData)
  @StaffAction('reactivate', { 409: '`ALREADY_ACTIVE` or `PROPOSAL_OPEN`.' })
  async adminReactivateUser(
    @CurrentActor() actor: SessionActor,
    @Param('id', ParseIdPipe) id: number,
    @Body() { reason }: ReasonDto,
  ): Promise<AdminUserUpdatedData | ProposalData> {
    return toUserUpdated(
      await this.users.setStatus(actor, id, 'active', reason),
      'User reactivated.',
    );
  }
}
