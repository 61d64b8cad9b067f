import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Public } from '../../common/security/authenticated.decorator';
import { DatacenterInfoResponse, toDatacenterInfo } from './dto/data-center-info.response';

@ApiTags('Catalog')
@Controller('data-center-info')
export class DataCenterInfoController {
  /** Periods, protocols and limits of datacenter proxies. */
  @Get()
  @Public()
  dataCenterInfo(): DatacenterInfoResponse {
    return toDatacenterInfo();
  }
}
