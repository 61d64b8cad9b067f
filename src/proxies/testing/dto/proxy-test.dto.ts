import { IsOptional, Matches } from 'class-validator';
import { PlaceChoiceDto, toPlaceChoice } from '../../dto/place-choice.dto';
import type { ProxyTestRequest } from '../proxy-test.types';

/** Which connection of the proxy to test; what is left out is as the proxy was bought. */
export class ProxyTestDto extends PlaceChoiceDto {
  /** The session to use, 1 to 32 letters and digits; the proxy's own when left out. @example s1 */
  @IsOptional()
  @Matches(/^[A-Za-z0-9]{1,32}$/, { message: 'A session is named by 1 to 32 letters and digits' })
  session?: string | null;
}

export const toTestRequest = (body: ProxyTestDto | undefined): ProxyTestRequest => ({
  ...toPlaceChoice(body),
  session: body?.session ?? null,
});
