import type { Pool } from 'pg';
import type { ProxyKind } from './credential';

/** Notifies of each change of the price list. */
export const PRICES_CHANNEL = 'price_list';

/** Whether the shop sells traffic of a kind in a country at present; `*` are all that the price list does not name. */
export interface OffSaleCountry {
  readonly kind: ProxyKind;
  readonly country: string;
  readonly isOffSale: boolean;
}

/** Source of the countries that the price list names. Rejects when it is unavailable. */
export abstract class OffSaleSource {
  abstract findAll(): Promise<OffSaleCountry[]>;
}

/** Reads the view `gateway_off_sale`. */
export class PgOffSaleSource extends OffSaleSource {
  constructor(private readonly pool: Pool) {
    super();
  }

  async findAll(): Promise<OffSaleCountry[]> {
    const { rows } = await this.pool.query<OffSaleCountry>(
      `SELECT kind, country, is_off_sale AS "isOffSale" FROM gateway_off_sale`,
    );
    return rows;
  }
}

/** Countries that no username may choose. None before the first read. */
export class OffSaleCountries {
  #isOffSale: ReadonlyMap<string, boolean> = new Map();

  replace(countries: readonly OffSaleCountry[]): void {
    this.#isOffSale = new Map(
      countries.map(({ kind, country, isOffSale }) => [`${kind} ${country}`, isOffSale]),
    );
  }

  has(kind: ProxyKind, country: string): boolean {
    return this.#isOffSale.get(`${kind} ${country}`) ?? this.#isOffSale.get(`${kind} *`) ?? false;
  }
}
