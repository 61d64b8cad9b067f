import { IsBoolean } from 'class-validator';
import { IfGiven } from '../../../common/http/if-given.decorator';

export class ReadPlacesDto {
  /** Only says what would change. */
  @IfGiven()
  @IsBoolean({ message: 'dry_run must be true or false' })
  dry_run?: boolean;
}
