import { Body, Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { message, MessageResponse } from '../../common/http/common.dto';
import type { Actor } from '../../common/security/actor';
import { CurrentActor } from '../../common/security/access.decorators';
import { StaffAction } from '../../common/http/staff-action.decorator';
import { FailedJobsDto } from './alerts.dto';
import { FailedJobsService } from './failed-jobs.service';

@ApiTags('Admin dashboard')
@Controller('admin/failed-jobs')
export class FailedJobsController {
  constructor(private readonly failed: FailedJobsService) {}

  /** Has a worker run all failed jobs of a name again. */
  @StaffAction('system.manage', 'retry')
  async retryFailedJobs(
    @CurrentActor() actor: Actor,
    @Body() { job, reason }: FailedJobsDto,
  ): Promise<MessageResponse> {
    await this.failed.request(actor, 'retry', job, reason);
    return message('The failed jobs are run again.');
  }

  /** Has a worker delete all failed jobs of a name, which ends their alert. */
  @StaffAction('system.manage', 'dismiss')
  async dismissFailedJobs(
    @CurrentActor() actor: Actor,
    @Body() { job, reason }: FailedJobsDto,
  ): Promise<MessageResponse> {
    await this.failed.request(actor, 'dismiss', job, reason);
    return message('The failed jobs are dismissed.');
  }
}
