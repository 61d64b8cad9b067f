import { IsBoolean } from 'class-validator';
import { IfGiven } from '../../../common/http/fields';

export class ReadPlacesDto {
  /** Only says what would change. */
  @IfGiven()
  @IsBoolean({ message: 'dry_run must be true or false' })
  dry_run?: boolean;
}
