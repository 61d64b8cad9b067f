/** Packages: GB → US dollars for the whole package, cheaper by the GB the larger it is. */
export const TRAFFIC_PRICES = {
  residential: [
    [1, 3.1],
    [2, 6.1],
    [3, 9],
    [5, 14.5],
    [10, 28],
    [25, 67.5],
    [50, 130],
    [100, 240],
  ],
  mobile: [
    [1, 5],
    [2, 9.8],
    [3, 14.4],
    [5, 23.5],
    [10, 45],
    [25, 105],
    [50, 195],
    [100, 360],
  ],
} as const;

export const TRAFFIC_VALIDITY_DAYS = 30;

/** US dollars for one datacenter address and 30 days; `zz` is every other country. */
export const MONTHLY_ADDRESS_PRICES = {
  zz: 2,
  ng: 3,
  gh: 2.8,
  za: 2.4,
  ke: 2.6,
  us: 1.8,
  gb: 1.8,
  de: 1.6,
  fr: 1.7,
  nl: 1.6,
  sg: 2.4,
  jp: 2.6,
  au: 2.6,
} as const;
