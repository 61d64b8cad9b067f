import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsOptional, IsString, Matches } from 'class-validator';
import { ReasonDto } from '../../common/http/common.dto';
import {
  emptyFilterToUndefined,
  PaginationResponse,
  SearchQuery,
} from '../../common/http/pagination.dto';
import { QUEUES, type JobName, type QueueName } from '../../queue/job-catalog';
import { ShopListQuery } from '../paging/paging.dto';

export class FailedJobsDto extends ReasonDto {
  /** Name of the jobs, as in the alert. @example payments.reconcile */
  @IsString()
  @Matches(/^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/, { message: 'Give the name of the jobs' })
  job: JobName;
}

export class QueueResponse {
  @ApiProperty({ enum: QUEUES, enumName: 'QueueName' })
  name: QueueName;
  /** Jobs that could run now. */
  waiting: number;
  /** Jobs that run at this moment. */
  active: number;
  /** Jobs with a time, such as the next run of a repeating one. */
  delayed: number;
  /** Jobs that have failed their last attempt, of the last seven days. */
  failed: number;
  /** Age of the job that waits longest, in seconds; 0 when none waits. */
  oldest_seconds: number;
}

export class QueuesData {
  queues: QueueResponse[];
}

/** Searches the name of the job and its last error. */
export class ListFailedJobsQuery extends SearchQuery {
  @ApiProperty({ enum: QUEUES, enumName: 'QueueName', required: false })
  @IsOptional()
  @Transform(emptyFilterToUndefined)
  @IsIn(QUEUES)
  queue?: QueueName;
}

export class FailedJobResponse {
  /** Of this job in its queue. */
  id: string;
  @ApiProperty({ enum: QUEUES, enumName: 'QueueName' })
  queue: QueueName;
  /** @example payments.reconcile */
  name: string;
  /** Ids of what it is about; empty for a repeating job. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  payload: Record<string, unknown>;
  attempts: number;
  /** Message of the error that ended the last attempt. */
  reason: string;
  failed_at: Date;
}

export class FailedJobsData {
  /** Latest first; 1,000 of each queue at most. */
  jobs: FailedJobResponse[];
  pagination: PaginationResponse;
}

export const MAIL_FILTERS = ['queued', 'stuck', 'sent', 'failed'] as const;

/** Searches the subject, and the address for those who may see users. */
export class ListMailsQuery extends ShopListQuery {
  /** `stuck`: queued for more than half an hour. */
  @ApiProperty({ enum: MAIL_FILTERS, enumName: 'MailFilter', required: false })
  @IsOptional()
  @Transform(emptyFilterToUndefined)
  @IsIn(MAIL_FILTERS)
  status?: (typeof MAIL_FILTERS)[number];
}

const MAIL_STATUSES = ['queued', 'sent', 'failed'] as const;

export class MailResponse {
  id: number;
  /** Null for those who may not see users. */
  recipient: string | null;
  /** The account with this address now; null without one and for those who may not see users. */
  user_id: number | null;
  subject: string;
  @ApiProperty({ enum: MAIL_STATUSES, enumName: 'MailStatus' })
  status: (typeof MAIL_STATUSES)[number];
  attempts: number;
  /** Why the last attempt failed. */
  last_error: string | null;
  created_at: Date;
  sent_at: Date | null;
  /** When it is tried again; null for what is sent or failed. */
  next_attempt_at: Date | null;
  /** Whether it can be tried again: it is queued, or what it said is still kept. */
  can_retry: boolean;
}

export class MailsData {
  /** Newest first. */
  mails: MailResponse[];
  pagination: PaginationResponse;
}

export const NOTICE_STATUSES = ['waiting', 'parked', 'processed', 'dismissed'] as const;

/** Searches references and events. */
export class ListNoticesQuery extends SearchQuery {
  @ApiProperty({ enum: NOTICE_STATUSES, enumName: 'NoticeStatus', required: false })
  @IsOptional()
  @Transform(emptyFilterToUndefined)
  @IsIn(NOTICE_STATUSES)
  status?: (typeof NOTICE_STATUSES)[number];
}

export class NoticeResponse {
  id: number;
  /** @example charge.success */
  event: string;
  /** Ours if we know it, else the provider's. */
  reference: string;
  @ApiProperty({
    enum: NOTICE_STATUSES,
    enumName: 'NoticeStatus',
    description:
      '`waiting`: tried, or to be tried; `parked`: no more tries are made; `dismissed`: closed by staff without a result.',
  })
  status: (typeof NOTICE_STATUSES)[number];
  /** How many times the provider has sent it. */
  deliveries: number;
  /** Tries that brought no result. */
  attempts: number;
  last_error: string | null;
  received_at: Date;
  processed_at: Date | null;
  /** When it is tried again; null for what is not. */
  next_attempt_at: Date | null;
  /** The transaction of the payment that it is about; null for an unknown reference. */
  transaction_id: number | null;
}

export class RefusedNotices {
  /** Entries of the audit trail of the last seven days, of a minute each. */
  entries: number;
  /** Null without any. */
  last_at: Date | null;
}

export class NoticesData {
  /** Newest first. */
  notices: NoticeResponse[];
  /** Calls with a wrong signature, which are not stored. */
  refused: RefusedNotices;
  pagination: PaginationResponse;
}

const GATEWAY_STATUSES = ['live', 'draining', 'silent'] as const;

export class GatewayLoadResponse {
  id: string;
  region: string;
  /** Name of its machine. */
  machine: string;
  /** What customers connect to. */
  public_host: string;
  version: string;
  @ApiProperty({ enum: GATEWAY_STATUSES, enumName: 'GatewayStatus' })
  status: (typeof GATEWAY_STATUSES)[number];
  started_at: Date;
  heartbeat_at: Date;
  /** Since when staff want it to take no new connections; null: they do not. */
  drain_requested_at: Date | null;
  /** Enabled exits that it serves. */
  exits: number;
  /** Open tunnels and requests at this moment; null when it did not answer within a second. */
  connections: number | null;
  /** Metered bytes per second of the last ten; null when it did not answer. */
  bytes_per_second: number | null;
}

export class GatewayLoadsData {
  /** By region and id; those that have reported in the last 30 days. */
  gateways: GatewayLoadResponse[];
}

const PROCESSES = ['api', 'worker'] as const;

export class ProcessResponse {
  @ApiProperty({ enum: PROCESSES, enumName: 'ProcessKind' })
  process: (typeof PROCESSES)[number];
  /** Its machine and process id. */
  instance: string;
  /** The minute of its last heartbeat. */
  last_at: Date;
  /** Whether that is less than three minutes ago. */
  is_live: boolean;
}

export class SealResponse {
  /** Day of the shop. @example 2026-03-31 */
  day: string;
  at: Date;
}

export class BackupResponse {
  at: Date;
  /** What the command was given, such as the name of the file. */
  note: string;
}

export class ArchiveResponse {
  /** When PostgreSQL last archived a segment of its log; null: never. */
  last_at: Date | null;
  /** When that last failed, if it has not worked since. */
  failed_at: Date | null;
}

export class MachineryData {
  /** Of the last hour, the latest worker in any case. */
  processes: ProcessResponse[];
  /** The last export of the heads of the hash chains; null: none yet. */
  seal: SealResponse | null;
  /** The last one that `backup:record` has recorded; null: none. */
  backup: BackupResponse | null;
  /** Null where PostgreSQL archives nothing. */
  archive: ArchiveResponse | null;
}
