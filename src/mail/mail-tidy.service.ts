import { Injectable } from '@nestjs/common';
import { deleteInBatches } from '../database/batch-delete';
import { MailRepository } from './mail.repository';

const KEEP_SENT_DAYS = 30;
/** Longer, since somebody may ask where a mail is that never came. */
const KEEP_FAILED_DAYS = 90;

/** Throws away mails of long ago; what is still to be sent stays. */
@Injectable()
export class MailTidyService {
  constructor(private readonly repository: MailRepository) {}

  tidy(): Promise<void> {
    return deleteInBatches((limit) =>
      this.repository.forget(KEEP_SENT_DAYS, KEEP_FAILED_DAYS, limit),
    );
  }
}
