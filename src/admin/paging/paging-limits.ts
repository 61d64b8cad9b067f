import { Injectable } from '@nestjs/common';

/** Sizes at which the lists of the back office change their method; a test lowers them. */
@Injectable()
export class PagingLimits {
  /** From this many rows on, a table is not counted on every request. */
  largeTableRows = 50_000;
  /** Average rows of a table between two known positions, which bounds the OFFSET of any page. */
  blockRows = 500;
  /** Rows that are read to estimate how many rows of a table match. */
  sampleRows = 5000;
  /** With fewer matches in the sample, all matches are read. */
  sampleHits = 25;
  /** Rows that are read from the newest on to find a page of frequent matches. */
  walkRows = 10_000;
  /** Up to this many matches are kept as a list of ids, more as a count per block. */
  keptIds = 20_000;
  /** Matches that took longer to find are reused. */
  quickMs = 25;
}
