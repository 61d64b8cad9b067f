import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Public } from '../../common/security/authenticated.decorator';
import { CatalogService } from '../catalog.service';
import { DatacenterCountriesResponse, toDatacenterCountries } from './dto/countries.response';

@ApiTags('Catalog')
@Controller('countries')
export class CountriesController {
  constructor(private readonly catalog: CatalogService) {}

  /** Countries with datacenter addresses, including those that are out of stock. */
  @Get()
  @Public()
  async listCountries(): Promise<DatacenterCountriesResponse> {
    return toDatacenterCountries(await this.catalog.listDatacenterCountries());
  }
}
