import { Injectable } from '@nestjs/common';
import { HandlesJob, type JobHandler } from '../queue/job-handler';
import { AuditChainService } from './audit-chain.service';

@Injectable()
@HandlesJob('background.seal-audit')
export class SealAuditProcessor implements JobHandler<'background.seal-audit'> {
  constructor(private readonly chain: AuditChainService) {}

  async handle(): Promise<void> {
    await this.chain.extend();
  }
}
