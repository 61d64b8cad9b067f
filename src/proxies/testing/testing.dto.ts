import { IsOptional, Matches } from 'class-validator';
import { PlaceChoiceDto } from '../proxies.dto';
import { TEST_ERRORS, type TestErrorCode } from './echo-through-proxy';
import { ApiProperty } from '@nestjs/swagger';
import { PROXY_ERROR_REASONS } from '../../common/gateway/proxy-errors';

/** Which connection of the proxy to test; what is left out is as the proxy was bought. */
export class ProxyTestDto extends PlaceChoiceDto {
  /** The session to use, 1 to 32 letters and digits; the proxy's own when left out. @example s1 */
  @IsOptional()
  @Matches(/^[A-Za-z0-9]{1,32}$/, { message: 'A session is named by 1 to 32 letters and digits' })
  session?: string | null;
}

export class ProxyTestErrorResponse {
  /** That of the gateway's header `X-Proxy-Error`, or what kept the test from an answer. */
  @ApiProperty({ enum: [...PROXY_ERROR_REASONS, ...TEST_ERRORS], enumName: 'ProxyTestErrorCode' })
  code: TestErrorCode;
  /** What happened. */
  cause: string;
  /** What to do about it. */
  how_to_fix: string;
}

export class ProxyTestData {
  /** Whether the proxy works. */
  ok: boolean;
  /** Address that targets see; null when the test failed. @example 102.89.3.7 */
  exit_ip: string | null;
  /** Country bought, or asked for; `zz` is any. @example ng */
  country_sold: string;
  /** Country of the address by a public table; null when the table has no such address. @example ng */
  country_found: string | null;
  /** Milliseconds until the whole answer was there, as measured from our server. @example 412 */
  latency_ms: number | null;
  /** Null when the proxy works. */
  error: ProxyTestErrorResponse | null;
}
