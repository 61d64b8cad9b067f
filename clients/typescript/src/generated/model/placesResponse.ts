import type { PlaceResponse } from './placeResponse';

export interface PlacesResponse {
  /** Sorted by name; empty when the pool has no such places there. */
  data: PlaceResponse[];
  success: boolean;
}
