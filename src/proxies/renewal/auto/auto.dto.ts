import { PickType } from '@nestjs/swagger';
import { IsBoolean } from 'class-validator';
import { RenewProxyDto } from '../renewal.dto';

export class AutoRenewDto extends PickType(RenewProxyDto, ['gigabytes', 'duration_minutes']) {
  /** Whether the proxy is renewed automatically; `gigabytes` or `duration_minutes` is required for that. */
  @IsBoolean({ message: 'enabled must be true or false.' })
  enabled: boolean;
}
