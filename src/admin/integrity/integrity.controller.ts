import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { StaffOnly } from '../../common/security/access.decorators';
import { IntegrityData, toIntegrity } from './integrity.dto';
import { IntegrityService } from './integrity.service';

@ApiTags('Admin audit')
@Controller('admin/system/integrity')
export class IntegrityController {
  constructor(private readonly integrity: IntegrityService) {}

  /** Checks all invariants of money and delivery. Takes seconds in a large shop. */
  @Get()
  @StaffOnly('system.manage')
  async adminCheckIntegrity(): Promise<IntegrityData> {
    return toIntegrity(await this.integrity.check());
  }
}
