import { Controller, Get, Header } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Public } from '../../common/security/access.decorators';
import { StatusData } from './status.dto';
import { StatusService } from './status.service';

@ApiTags('Health')
@Controller('status')
export class StatusController {
  constructor(private readonly status: StatusService) {}

  /** The state of each part of the shop with its uptime of 90 days, and open incidents. */
  @Get()
  @Public()
  @Header('Cache-Control', 'public, max-age=10')
  getStatus(): Promise<StatusData> {
    return this.status.read();
  }
}
