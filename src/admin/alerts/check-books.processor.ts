import { Injectable } from '@nestjs/common';
import { HandlesJob, type JobHandler } from '../../queue/job-handler';
import { CheckBooksService } from './check-books.service';

@Injectable()
@HandlesJob('background.check-books')
export class CheckBooksProcessor implements JobHandler<'background.check-books'> {
  constructor(private readonly books: CheckBooksService) {}

  handle(): Promise<void> {
    return this.books.check();
  }
}
