import { Transform } from 'class-transformer';
import { IsOptional, Matches } from 'class-validator';
import { anyToNull, OptionalPlaceCode } from './location-code.decorator';

/** A more precise place than the proxy was bought for; what is left out is as it was bought. */
export class PlaceChoiceDto {
  /** Country code, where the proxy was bought for any country. @example ng */
  @Transform(anyToNull)
  @IsOptional()
  @Matches(/^[a-z]{2}$/, { message: 'country is a two-letter code.' })
  country?: string | null;

  /** Region code, where the proxy was bought for any region. @example lagos */
  @OptionalPlaceCode()
  region?: string | null;

  /** City code, where the proxy was bought for any city. @example ikeja */
  @OptionalPlaceCode()
  city?: string | null;

  /** Provider code, where the proxy was bought for any provider. @example mtn */
  @OptionalPlaceCode()
  isp?: string | null;
}

/** @returns null for each part that is left out. */
export const toPlaceChoice = (choice: PlaceChoiceDto | undefined) => ({
  country: choice?.country ?? null,
  region: choice?.region ?? null,
  city: choice?.city ?? null,
  isp: choice?.isp ?? null,
});
