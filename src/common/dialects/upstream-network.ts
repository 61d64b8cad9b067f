import { randomInt } from 'node:crypto';
import { UnsupportedFilterError } from './dialect-error';
import type { Dialect } from './dialect.types';
import type { PlaceTable } from './place-table';
import {
  type AccountDefinition,
  UpstreamAccount,
  type UpstreamCredentials,
  type UpstreamRequest,
} from './upstream-account';

export interface NetworkDefinition extends AccountDefinition {
  /** ISO codes in lower case; null is every country. */
  readonly countries: readonly string[] | null;
  /** What within a country the network is used for. */
  readonly targeting: NetworkTargeting;
  /** The provider's names for places; without it they are those of the request. */
  readonly places?: PlaceTable;
}

export interface NetworkTargeting {
  readonly region: boolean;
  readonly city: boolean;
  readonly isp: boolean;
}

/** An account at a provider, limited to the places that the shop sells of it. */
export class UpstreamNetwork {
  readonly #account: UpstreamAccount;

  /** @throws TemplateFieldError for a template or an account name that cannot be used. */
  constructor(
    dialect: Dialect,
    private readonly definition: NetworkDefinition,
  ) {
    this.#account = new UpstreamAccount(dialect, definition);
  }

  /** Without {country} in its templates it has one country: whatever it sells is there. */
  get hasCountryWord(): boolean {
    return this.#account.has('country');
  }

  /** See `NetworkDefinition`; one of them serves a random location. */
  get countries(): readonly string[] | null {
    return this.definition.countries;
  }

  has(filter: keyof NetworkTargeting): boolean {
    return this.#account.has(filter);
  }

  /** @throws UnsupportedFilterError when the place is not one of the network's, or its provider has no word for it. */
  render(request: UpstreamRequest): UpstreamCredentials {
    for (const filter of ['region', 'city', 'isp'] as const)
      if (request[filter] !== null && !this.definition.targeting[filter])
        throw new UnsupportedFilterError(filter, `This network is not used with a ${filter}`);
    const country = this.#toCountry(request);
    const { places } = this.definition;
    if (!places) return this.#account.render({ ...request, country });
    return this.#account.render({
      ...request,
      ...this.#toProviderNames(places, request, country),
      country: country && places.translateCountry(country),
    });
  }

  /** @throws UnsupportedFilterError for a place that the provider's list does not have. */
  #toProviderNames(places: PlaceTable, request: UpstreamRequest, country: string | null) {
    const [only, ...others] = this.definition.countries ?? [];
    const where = country ?? (others.length === 0 ? (only ?? null) : null);
    const names = { region: request.region, city: request.city, isp: request.isp };
    for (const filter of ['region', 'city', 'isp'] as const) {
      const name = names[filter];
      if (name === null) continue;
      names[filter] = places.translate(filter, where, name);
      if (names[filter] === null)
        throw new UnsupportedFilterError(filter, `The provider does not list this ${filter}`);
    }
    return names;
  }

  #toCountry({ country, session }: UpstreamRequest): string | null {
    const { countries } = this.definition;
    if (country !== null && countries && !countries.includes(country))
      throw new UnsupportedFilterError('country', `This network does not sell ${country}`);
    if (!this.hasCountryWord && countries?.length === 1) return null;
    if (country !== null || !countries) return country;
    // Any country, of a network with some: the same one as long as the session lasts.
    const at = session ? parseInt(session.token.slice(0, 8), 16) : randomInt(2 ** 31);
    return countries[at % countries.length] ?? null;
  }
}
