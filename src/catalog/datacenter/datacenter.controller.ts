import { Envelope } from '../../common/http/api.decorators';
import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Public } from '../../common/security/access.decorators';
import { CatalogService } from '../catalog.service';
import {
  DatacenterCountryResponse,
  toDatacenterCountries,
  DatacenterInfoData,
  toDatacenterInfo,
} from './datacenter.dto';

@ApiTags('Catalog')
@Controller()
export class DatacenterController {
  constructor(private readonly catalog: CatalogService) {}

  /** Countries with datacenter addresses, including those that are out of stock. */
  @Get('countries')
  @Public()
  @Envelope({ name: 'DatacenterCountries' })
  async listCountries(): Promise<DatacenterCountryResponse[]> {
    return toDatacenterCountries(await this.catalog.listDatacenterCountries());
  }

  /** Periods, protocols and limits of datacenter proxies. */
  @Get('data-center-info')
  @Public()
  dataCenterInfo(): DatacenterInfoData {
    return toDatacenterInfo();
  }
}
