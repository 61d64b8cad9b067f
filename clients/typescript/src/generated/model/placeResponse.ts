
export interface PlaceResponse {
  /** Code to use in a purchase. */
  code: string;
  name: string;
}
