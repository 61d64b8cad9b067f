import type { PlaceLists } from '@/api/use-places';
import { isRandom, RANDOM_CODE } from '@/lib/country';
import type { ProxyLocation } from '@/lib/proxy-location';
import type { Option } from '@/lib/proxy-options';

const lists = ({ countries, regions, cities, isps, offers }: PlaceLists) =>
  [
    ['country', countries, true],
    ['region', regions, offers.regions],
    ['city', cities, offers.cities],
    ['isp', isps, offers.isps],
  ] as const satisfies readonly (readonly [keyof ProxyLocation, readonly Option[], boolean])[];

/** Choices of an old or shared link that are not on sale; none while the lists load. */
export const findUnknownPlaces = (
  location: ProxyLocation,
  places: PlaceLists,
): (keyof ProxyLocation)[] =>
  places.loading
    ? []
    : lists(places)
        .filter(
          ([name, options, isOffered]) =>
            isOffered &&
            !isRandom(location[name]) &&
            !options.some(({ value }) => value === location[name]),
        )
        .map(([name]) => name);

/** The order without places that its country does not offer. */
export const toOffered = <Order extends ProxyLocation>(
  order: Order,
  places: PlaceLists,
): Order => ({
  ...order,
  ...Object.fromEntries(
    lists(places)
      .filter(([, , isOffered]) => !isOffered)
      .map(([name]) => [name, RANDOM_CODE]),
  ),
});
