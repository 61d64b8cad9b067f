import { IsString, Matches } from 'class-validator';
import type { JobName } from '../../queue/job-catalog';
import { ReasonDto } from '../../common/http/common.dto';

export class FailedJobsDto extends ReasonDto {
  /** Name of the jobs, as in the alert. @example payments.reconcile */
  @IsString()
  @Matches(/^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/, { message: 'Give the name of the jobs' })
  job: JobName;
}
