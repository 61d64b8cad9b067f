import { Injectable } from '@nestjs/common';
import { SECOND } from '../../../common/time/clock';

/** How long and how much we listen to Korapay. */
@Injectable()
export class KorapayClientOptions {
  readonly timeoutMs: number = 20 * SECOND;
  readonly maxBytes: number = 256 * 1024;
}
