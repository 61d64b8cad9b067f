
export interface UdpByKindResponse {
  datacenter: boolean;
  mobile: boolean;
  residential: boolean;
}
