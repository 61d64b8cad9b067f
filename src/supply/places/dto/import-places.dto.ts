import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsString, Length } from 'class-validator';
import { IfGiven } from '../../../common/http/fields';
import { PLACE_MODES, type PlaceMode } from '../places.types';

const MAX_TEXT = 200_000;
const TEXT = {
  message: `Paste a list of at most ${MAX_TEXT.toLocaleString('en-NG')} characters; split a longer one`,
};

export class ImportPlacesDto {
  /**
   * CSV whose first line names the columns `level` (country, region, city or isp), `country`, `name` and
   * `provider_name`; 5,000 places at most.
   */
  @IsString(TEXT)
  @Length(1, MAX_TEXT, TEXT)
  text: string;

  /** `replace`, the default, removes what the list does not have, of the levels that it has. */
  @ApiProperty({ enum: PLACE_MODES, enumName: 'PlaceMode', required: false })
  @IfGiven()
  @IsIn(PLACE_MODES, { message: 'Choose replace or add' })
  mode?: PlaceMode;

  /** Only says what an import would do. */
  @IfGiven()
  @IsBoolean({ message: 'dry_run must be true or false' })
  dry_run?: boolean;
}
