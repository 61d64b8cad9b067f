import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Public } from '../../common/security/authenticated.decorator';
import { CatalogService } from '../catalog.service';
import { DatacenterCountriesResponse, toDatacenterCountries } from './dto/countries.response';
import { DatacenterInfoResponse, toDatacenterInfo } from './dto/data-center-info.response';

@ApiTags('Catalog')
@Controller()
export class DatacenterController {
  constructor(private readonly catalog: CatalogService) {}

  /** Countries with datacenter addresses, including those that are out of stock. */
  @Get('countries')
  @Public()
  async listCountries(): Promise<DatacenterCountriesResponse> {
    return toDatacenterCountries(await this.catalog.listDatacenterCountries());
  }

  /** Periods, protocols and limits of datacenter proxies. */
  @Get('data-center-info')
  @Public()
  dataCenterInfo(): DatacenterInfoResponse {
    return toDatacenterInfo();
  }
}
