import { Body, Controller, Delete, Get, Param, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { ApiErrors } from '../../common/http/api.decorators';
import { message, MessageResponse, ReasonDto } from '../../common/http/common.dto';
import { ParseIdPipe } from '../../common/http/request.pipes';
import { StaffAction } from '../../common/http/staff-action.decorator';
import { CurrentActor, StaffOnly } from '../../common/security/access.decorators';
import type { Actor } from '../../common/security/actor';
import { ExitsService } from '../../catalog/exits/exits.service';
import { QUEUES } from '../../queue/job-catalog';
import { JobsService } from './jobs.service';
import {
  FailedJobsData,
  FailedJobsDto,
  GatewayLoadsData,
  ListFailedJobsQuery,
  ListMailsQuery,
  ListNoticesQuery,
  MachineryData,
  MailsData,
  NoticesData,
  QueuesData,
} from './machinery.dto';
import { MachineryService } from './machinery.service';

const QUEUES_AWAY = '`QUEUES_UNAVAILABLE`: the queues did not answer; try again.';
const JOB_ERRORS = {
  404: '`JOB_NOT_FOUND`: no failed job has this id: it has run again or is deleted.',
  503: QUEUES_AWAY,
};
const NO_GATEWAY = '`GATEWAY_NOT_FOUND`: it has not reported for 30 days.';
const ApiQueue = () => ApiParam({ name: 'queue', enum: QUEUES, enumName: 'QueueName' });

@ApiTags('Admin machinery')
@Controller('admin')
export class MachineryController {
  constructor(
    private readonly jobs: JobsService,
    private readonly machinery: MachineryService,
    private readonly exits: ExitsService,
  ) {}

  /** Heartbeats of API and workers, the last seal of the ledger and the last backup. */
  @Get('machinery')
  @StaffOnly('system.manage')
  getMachinery(): Promise<MachineryData> {
    return this.machinery.getOverview();
  }

  /** The gateways with what each carries at this moment. Asks every gateway, up to a second. */
  @Get('gateways')
  @StaffOnly('system.manage')
  listGatewayLoads(): Promise<GatewayLoadsData> {
    return this.machinery.listGateways();
  }

  /** Has a gateway take no new connections and its open ones finish. It stays so when it is started again. */
  @StaffAction('system.manage', 'gateways/:id/drain', { 404: NO_GATEWAY })
  async drainGateway(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body() { reason }: ReasonDto,
  ): Promise<MessageResponse> {
    await this.exits.drainGateway(actor, id, true, reason);
    return message('The gateway takes no new connections.');
  }

  /** Has a drained gateway take connections again. */
  @StaffAction('system.manage', 'gateways/:id/resume', { 404: NO_GATEWAY })
  async resumeGateway(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body() { reason }: ReasonDto,
  ): Promise<MessageResponse> {
    await this.exits.drainGateway(actor, id, false, reason);
    return message('The gateway takes connections again.');
  }

  /** What is in each queue. */
  @Get('jobs')
  @StaffOnly('system.manage')
  @ApiErrors({ 503: QUEUES_AWAY })
  listQueues(): Promise<QueuesData> {
    return this.jobs.listQueues();
  }

  /** Jobs that have failed their last attempt. They are kept for seven days. */
  @Get('jobs/failed')
  @StaffOnly('system.manage')
  @ApiErrors({ 503: QUEUES_AWAY })
  listFailedJobs(@Query() query: ListFailedJobsQuery): Promise<FailedJobsData> {
    return this.jobs.listFailed(query);
  }

  /** Runs a failed job again, with all its attempts. */
  @StaffAction('system.manage', 'jobs/:queue/:id/retry', JOB_ERRORS)
  @ApiQueue()
  async retryFailedJob(
    @CurrentActor() actor: Actor,
    @Param('queue') queue: string,
    @Param('id') id: string,
    @Body() { reason }: ReasonDto,
  ): Promise<MessageResponse> {
    await this.jobs.handleOne(actor, 'retry', queue, id, reason);
    return message('The job runs again.');
  }

  /** Deletes a failed job. What it had to do is not done. */
  @Delete('jobs/:queue/:id')
  @StaffOnly('system.manage')
  @ApiErrors({ 422: 'The reason is missing or too long.', ...JOB_ERRORS })
  @ApiQueue()
  async discardFailedJob(
    @CurrentActor() actor: Actor,
    @Param('queue') queue: string,
    @Param('id') id: string,
    @Body() { reason }: ReasonDto,
  ): Promise<MessageResponse> {
    await this.jobs.handleOne(actor, 'dismiss', queue, id, reason);
    return message('The job is discarded.');
  }

  /** Has a worker run all failed jobs of a name again. */
  @StaffAction('system.manage', 'failed-jobs/retry')
  async retryFailedJobs(
    @CurrentActor() actor: Actor,
    @Body() { job, reason }: FailedJobsDto,
  ): Promise<MessageResponse> {
    await this.jobs.handleAll(actor, 'retry', job, reason);
    return message('The failed jobs are run again.');
  }

  /** Has a worker delete all failed jobs of a name, which ends their alert. */
  @StaffAction('system.manage', 'failed-jobs/dismiss')
  async dismissFailedJobs(
    @CurrentActor() actor: Actor,
    @Body() { job, reason }: FailedJobsDto,
  ): Promise<MessageResponse> {
    await this.jobs.handleAll(actor, 'dismiss', job, reason);
    return message('The failed jobs are dismissed.');
  }

  /** The emails of the shop. What is sent is kept for 30 days, what failed for 90. */
  @Get('mails')
  @StaffOnly('system.manage')
  listMails(@CurrentActor() actor: Actor, @Query() query: ListMailsQuery): Promise<MailsData> {
    return this.machinery.listMails(actor, query);
  }

  /** Sends a queued email now, and gives a failed one all its attempts again. */
  @StaffAction('system.manage', 'mails/:id/retry', {
    404: '`MAIL_NOT_FOUND`: no email has this id.',
    409: '`MAIL_NOT_WAITING`: it is sent, or what it said is no longer kept.',
  })
  async retryMail(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() { reason }: ReasonDto,
  ): Promise<MessageResponse> {
    await this.machinery.retryMail(actor, id, reason);
    return message('The email is sent now.');
  }

  /** What the card provider has notified, for 400 days. */
  @Get('payment-notices')
  @StaffOnly('payments.manage')
  listPaymentNotices(@Query() query: ListNoticesQuery): Promise<NoticesData> {
    return this.machinery.listNotices(query);
  }
}
