import { Length } from 'class-validator';
import { IfGiven, PlainText } from '../common/http/fields';

/** For what is tested before it is enabled. */
export class EnableAnywayDto {
  /** Enables it without a test; the reason is for the audit trail, 3 to 500 characters. */
  @IfGiven()
  @PlainText()
  @Length(3, 500, { message: 'Give a reason of 3 to 500 characters' })
  enable_anyway?: string;
}

/** Ends the details of an audit entry. */
export const describeUntested = (
  { enabled }: { readonly enabled: boolean },
  { enable_anyway: reason }: EnableAnywayDto,
): string => (enabled && reason !== undefined ? `, enabled without a test: ${reason}` : '');
