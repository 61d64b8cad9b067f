import { PickType } from '@nestjs/swagger';
import { CatalogQuery } from '../../stock/dto/catalog.query.dto';

export class DatacenterPricingQuery extends PickType(CatalogQuery, ['duration']) {}
