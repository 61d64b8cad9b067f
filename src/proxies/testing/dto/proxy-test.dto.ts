import { Transform } from 'class-transformer';
import { IsOptional, Matches } from 'class-validator';
import { OptionalPlaceCode } from '../../dto/location-code.decorator';
import type { ProxyTestRequest } from '../proxy-test.types';

const anyToNull = ({ value }: { value: unknown }) => {
  const code = typeof value === 'string' ? value.trim().toLowerCase() : value;
  return code === '' || code === 'zz' ? null : code;
};

/** Which connection of the proxy to test; what is left out is as the proxy was bought. */
export class ProxyTestDto {
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

  /** The session to use, 1 to 32 letters and digits; the proxy's own when left out. @example s1 */
  @IsOptional()
  @Matches(/^[A-Za-z0-9]{1,32}$/, { message: 'A session is named by 1 to 32 letters and digits' })
  session?: string | null;
}

export const toTestRequest = (body: ProxyTestDto | undefined): ProxyTestRequest => ({
  country: body?.country ?? null,
  region: body?.region ?? null,
  city: body?.city ?? null,
  isp: body?.isp ?? null,
  session: body?.session ?? null,
});
