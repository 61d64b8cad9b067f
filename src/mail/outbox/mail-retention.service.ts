import { Injectable } from '@nestjs/common';
import { deleteInBatches } from '../../database/batch-delete';
import { MailRepository } from './mail.repository';

const KEEP_SENT_DAYS = 30;
/** Longer, since customers ask support about mails that never arrived. */
const KEEP_FAILED_DAYS = 90;

/** Deletes old mails; queued ones stay. */
@Injectable()
export class MailRetentionService {
  constructor(private readonly repository: MailRepository) {}

  deleteExpired(): Promise<void> {
    return deleteInBatches((limit) =>
      this.repository.deleteOld(KEEP_SENT_DAYS, KEEP_FAILED_DAYS, limit),
    );
  }
}
