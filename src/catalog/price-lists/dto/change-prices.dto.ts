import { IsBoolean, IsInt, IsISO8601, IsString, Length, Max, Min } from 'class-validator';
import { IfGiven, IsPlausible } from '../../../common/http/fields';
import { MAX_ID } from '../../../common/http/request.pipes';
import { ReasonDto } from '../../../common/http/common.dto';
import { Part, PriceListDto } from './price-list.dto';

const VERSION = { message: 'Send the version that was changed' };
const TIME = { message: 'Choose a time in the future, such as 2026-12-01T00:00:00+01:00' };
const TEXT = { message: 'Paste a price list of at most 200,000 characters' };

export class ChangePricesDto extends ReasonDto {
  @Part(() => PriceListDto, 'Send the prices')
  prices: PriceListDto;

  /** `latest_version` of `GET /admin/prices` when the change began. */
  @IsInt(VERSION)
  @Min(0, VERSION)
  @Max(MAX_ID, VERSION)
  version: number;

  /** When the prices begin; at once without it. */
  @IfGiven()
  @IsPlausible({ message: 'Choose a time before the year 2100' })
  @IsISO8601({ strict: true }, TIME)
  effective_at?: string;

  /** Confirms that prices below their cost are meant. */
  @IfGiven()
  @IsBoolean({ message: 'Choose true or false' })
  confirm_below_cost?: boolean;
}

export class PreviewPricesDto {
  @Part(() => PriceListDto, 'Send the prices')
  prices: PriceListDto;
}

export class ImportPricesDto extends PreviewPricesDto {
  /** CSV as `GET /admin/prices/export` writes it. Packages and periods of `prices` are replaced by its rows. */
  @IsString(TEXT)
  @Length(1, 200_000, TEXT)
  text: string;
}
