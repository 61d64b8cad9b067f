import { PickType } from '@nestjs/swagger';
import { ListExitsQuery } from '../../exits/dto/list-exits.query.dto';

/** Searches names and codes of countries. */
export class ListCoverageQuery extends PickType(ListExitsQuery, [
  'page',
  'per_page',
  'search',
  'kind',
]) {}
