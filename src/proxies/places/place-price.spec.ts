import fc from 'fast-check';
import { NO_PRICES, type PriceBook } from '../../catalog/prices/price-list.entity';
import type { PriceOverrideDto } from '../../catalog/prices/price-list.dto';
import { findReach, priceSizes, priceTraffic } from '../../catalog/prices/price-calculation';
import { reachesPlace, uniteReach, type PlaceReach } from '../../common/gateway/place-reach';
import { Money } from '../../common/money/money';
import { GIGABYTE, type Targeting } from '../proxy.types';
import {
  findWidened,
  foldReach,
  planMove,
  priceMove,
  splitUnused,
  toSizes,
  type ReachOfOrder,
} from './place-price';

const COUNTRIES = ['zz', 'ng', 'gh', 'us', 'de'];
const GROUPS = [{ name: 'West', countries: ['ng', 'gh'] }];
const SIZES = [1, 5];

const price = fc.record({ naira: fc.integer({ min: 1, max: 5_000 }), on_sale: fc.boolean() });
const overrides: fc.Arbitrary<PriceOverrideDto[]> = fc
  .tuple(
    ...['us', 'gh', 'zz'].map((country) => fc.option(price.map((own) => ({ ...own, country })))),
    fc.option(price.map((own) => ({ ...own, group: 'West' }))),
  )
  .map((found) => found.filter((override) => override !== null));
const percent = fc.constantFrom(0, 20, 150);
const books: fc.Arbitrary<PriceBook> = fc
  .record({
    packages: fc.tuple(
      ...SIZES.map((gigabytes) =>
        fc.record({ overrides, naira: fc.integer({ min: 1, max: 5_000 }) }).map((more) => ({
          ...{ gigabytes, validity_days: 30, on_sale: true },
          ...more,
        })),
      ),
    ),
    surcharge_percent: fc.record({ region: percent, city: percent, isp: percent }),
  })
  .map((residential) => ({
    version: 1,
    list: { ...NO_PRICES, residential, groups: GROUPS },
    terms: { exchangeRate: 1600, markupPercent: 0 },
  }));

const part = fc.constantFrom(null, null, 'some');
const places: fc.Arbitrary<Targeting> = fc.record({
  ...{ country: fc.constantFrom(...COUNTRIES), region: part, city: part, isp: part },
});
const size = fc.integer({ min: 1, max: 12 });

type Step =
  | { readonly kind: 'move' | 'buy-place' | 'list'; readonly place: Targeting }
  | { readonly kind: 'use'; readonly place: Targeting; readonly megabytes: number }
  | { readonly kind: 'extend'; readonly gigabytes: number }
  | { readonly kind: 'refund-place' }
  | { readonly kind: 'switch-sale'; readonly country: string };
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({
      ...{ kind: fc.constantFrom('move' as const, 'buy-place' as const, 'list' as const) },
      place: places,
    }),
    fc.record({
      ...{ kind: fc.constant('use' as const), place: places },
      megabytes: fc.integer({ min: 1, max: 900 }),
    }),
    fc.record({ kind: fc.constant('extend' as const), gigabytes: size }),
    fc.record({ kind: fc.constant('refund-place' as const) }),
    fc.record({ kind: fc.constant('switch-sale' as const), country: fc.constantFrom('us', 'gh') }),
  ),
  { maxLength: 25 },
);

const at = (country: string): Targeting => ({
  ...{ country, region: null, city: null, isp: null },
});
/** What costs no more than a place that was bought, found after it, and left there when the place is refunded. */
const refundedReach: [PriceBook, Targeting, number, Step[]] = [
  {
    version: 1,
    list: {
      ...NO_PRICES,
      residential: {
        packages: SIZES.map((gigabytes) => ({
          ...{ gigabytes, validity_days: 30, on_sale: true, naira: 100 },
          overrides: ['us', 'gh'].map((country) => ({ country, naira: 1000, on_sale: true })),
        })),
        surcharge_percent: { region: 0, city: 0, isp: 0 },
      },
      groups: GROUPS,
    },
    terms: { exchangeRate: 1600, markupPercent: 0 },
  },
  ...[at('ng'), 1],
  [
    { kind: 'switch-sale', country: 'gh' },
    { kind: 'buy-place', place: at('us') },
    { kind: 'switch-sale', country: 'gh' },
    { kind: 'move', place: at('gh') },
    { kind: 'refund-place' },
    { kind: 'use', place: at('gh'), megabytes: 900 },
  ],
] as never;

interface Lot {
  readonly gigabytes: number;
  readonly price: Money;
  used: bigint;
}
interface SoldReach extends ReachOfOrder {
  reach: PlaceReach | null;
}
interface BoughtPlace extends SoldReach {
  readonly kind: 'place';
  readonly from: Targeting;
  readonly paidKobo: bigint;
  readonly worth: ReadonlyMap<Lot, Money>;
  isUsed: boolean;
}

/** A proxy, with what was paid for it and what the traffic that has left is worth at the place where it left. */
class Model {
  readonly #offSale = new Set<string>();
  readonly #lots: Lot[] = [];
  readonly #orders: (SoldReach | BoughtPlace)[] = [];
  paidKobo = 0n;
  roundings = 0n;
  wornMicroKobo = 0n;

  constructor(
    private readonly book: PriceBook,
    private place: Targeting,
    gigabytes: number,
  ) {
    this.extend(gigabytes);
  }

  private get reach(): PlaceReach | null {
    return foldReach(this.#orders);
  }

  private get bought(): BoughtPlace[] {
    return this.#orders.filter((order) => order.kind === 'place') as BoughtPlace[];
  }

  /** The book without what is off sale by now. */
  private get current(): PriceBook {
    const { residential } = this.book.list;
    const packages = residential.packages.map((offer) => ({
      ...offer,
      overrides: [
        ...[...this.#offSale].map((country) => ({ country, naira: 1, on_sale: false })),
        ...offer.overrides,
      ],
    }));
    const list = { ...this.book.list, residential: { ...residential, packages } };
    return { ...this.book, list };
  }

  extend(gigabytes: number): void {
    const offer = priceTraffic(this.current, 'residential', gigabytes, this.place);
    if (!offer) return;
    this.paidKobo += offer.price.kobo;
    const reach = findReach(this.current, 'residential', gigabytes, this.place);
    this.#orders.push({ kind: this.#lots.length === 0 ? 'purchase' : 'renewal', reach });
    this.#lots.push({ gigabytes, price: offer.price, used: 0n });
  }

  plan(to: Targeting) {
    const { place, reach, bought } = this;
    const sold = [...this.#lots].reverse().map((lot) => ({
      ...{ lot, gigabytes: lot.gigabytes },
      worth: bought
        .map(({ worth }) => worth.get(lot) ?? Money.zero)
        .reduce((most, each) => (most.isLessThan(each) ? each : most), lot.price),
    }));
    const unusedBytes = sold.reduce(
      (sum, { gigabytes, lot }) => sum + BigInt(gigabytes) * GIGABYTE - lot.used,
      0n,
    );
    const unused = splitUnused(sold, unusedBytes);
    const offer = priceSizes(this.current, 'residential', to, toSizes(unused, sold));
    return { offer, unused, move: planMove({ place, reach, unused }, to, offer) };
  }

  move(to: Targeting, pays: boolean): void {
    const { offer, unused, move } = this.plan(to);
    if (!move || (move.price.difference.isPositive && !pays)) return;
    if (to.country !== this.place.country) expect(this.#offSale).not.toContain(to.country);
    if (move.price.difference.isPositive) {
      this.roundings += 1n;
      const paidKobo = move.price.difference.kobo;
      this.paidKobo += paidKobo;
      const worth = new Map(
        unused.map(({ lot, gigabytes }) => [lot, offer!.prices.get(gigabytes)!]),
      );
      const { reach } = offer!;
      this.#orders.push({
        ...{ kind: 'place', reach, from: this.place, paidKobo, worth, isUsed: false },
      });
    } else if (!reachesPlace(this.reach, to))
      for (const order of findWidened(this.#orders))
        order.reach = uniteReach(order.reach, offer!.reach);
    expect(this.reach).toEqual(move.reach);
    this.place = to;
  }

  /** Of what was bought last; a place of which nothing is used there yet. */
  refundPlace(): void {
    const last = this.bought.at(-1);
    if (!last || last.isUsed) return;
    this.#orders.splice(this.#orders.indexOf(last), 1);
    this.roundings -= 1n;
    this.paidKobo -= last.paidKobo;
    if (!reachesPlace(this.reach, this.place)) this.place = last.from;
  }

  /** As the gateway decides. */
  use(place: Targeting, megabytes: number): void {
    const isOffSale = place.country !== this.place.country && this.#offSale.has(place.country);
    if (isOffSale || !reachesPlace(this.reach, place)) return;
    let left = BigInt(megabytes) * 2n ** 20n;
    for (const lot of this.#lots) {
      const free = BigInt(lot.gigabytes) * GIGABYTE - lot.used;
      const bytes = left < free ? left : free;
      if (bytes === 0n) continue;
      for (const bought of this.bought) bought.isUsed = true;
      lot.used += bytes;
      left -= bytes;
      const price = priceSizes(this.book, 'residential', place, [lot.gigabytes])!.prices.get(
        lot.gigabytes,
      )!;
      this.wornMicroKobo += (price.kobo * bytes * 1_000_000n) / (BigInt(lot.gigabytes) * GIGABYTE);
    }
  }

  run(step: Step): void {
    if (step.kind === 'move') this.move(step.place, false);
    else if (step.kind === 'buy-place') this.move(step.place, true);
    else if (step.kind === 'extend') this.extend(step.gigabytes);
    else if (step.kind === 'use') this.use(step.place, step.megabytes);
    else if (step.kind === 'refund-place') this.refundPlace();
    else if (step.kind === 'switch-sale')
      this.#offSale[this.#offSale.has(step.country) ? 'delete' : 'add'](step.country as never);
    // A list names a place in its usernames.
    else this.use(step.place, 100);
  }
}

const sold = (gigabytes: number, naira: number) => ({ gigabytes, worth: Money.naira(naira) });
const half = GIGABYTE / 2n;

describe('The price of a move', () => {
  it.each([
    ['all of it', [sold(1, 1000)], GIGABYTE, [1000, 10_000, 9000]],
    ['what is left of it', [sold(1, 1000)], half, [500, 5000, 4500]],
    ['the newest of it first', [sold(1, 1000), sold(1, 10_000)], GIGABYTE, [1000, 10_000, 9000]],
    ['each part on its own', [sold(1, 1000), sold(1, 10_000)], 3n * half, [6000, 15_000, 9000]],
    ['nothing that is paid for', [sold(1, 12_000)], GIGABYTE, [12_000, 12_000, 0]],
    ['a byte of it', [sold(1, 1000)], 1n, [0, 1, 1]],
    ['no order that is used up', [sold(1, 1000), sold(5, 1)], half, [500, 5000, 4500]],
    ['no traffic', [sold(1, 1000)], 0n, [0, 0, 0]],
  ])('should be that of %s', (_, newestFirst, unused, [current, required, difference]) => {
    const { current: paid, ...price } = priceMove(splitUnused(newestFirst, unused), () =>
      Money.naira(10_000),
    );
    expect([paid, price.required, price.difference].map((each) => each.toNaira())).toEqual([
      current,
      required,
      difference,
    ]);
  });

  it('should count a package of another size by its own price', () => {
    const unused = splitUnused([sold(5, 4000), sold(1, 1000)], 6n * GIGABYTE);
    const price = priceMove(unused, (gigabytes) => Money.naira(gigabytes === 5 ? 40_000 : 10_000));
    expect(price.difference.toNaira()).toBe(36_000 + 9000);
  });
});

describe('The reach of the orders of a proxy', () => {
  const [ng, us] = [
    { countries: { ng: 255 }, others: 0 },
    { countries: { us: 255 }, others: 0 },
  ];
  const fold = (...orders: ReachOfOrder[]) => foldReach(orders);

  it('should be everything where nothing has one, and what the first sale with one says', () => {
    expect(fold({ kind: 'purchase', reach: null })).toBeNull();
    expect(fold({ kind: 'purchase', reach: null }, { kind: 'renewal', reach: ng })).toEqual(ng);
  });

  it('should grow by a place that was bought, and not by traffic that was', () => {
    const both = fold({ kind: 'purchase', reach: ng }, { kind: 'place', reach: us });
    expect(both).toEqual({ countries: { ng: 255, us: 255 }, others: 0 });
    expect(
      foldReach([
        { kind: 'purchase', reach: both },
        { kind: 'traffic', reach: ng },
      ]),
    ).toEqual(ng);
  });
});

describe('The place of traffic', () => {
  it('should never let traffic out for less than its price there, whatever is bought, moved, renewed, refunded or switched off', () => {
    fc.assert(
      fc.property(books, places, size, steps, (book, place, gigabytes, history) => {
        const model = new Model(book, place, gigabytes);
        for (const step of history) {
          model.run(step);
          // A difference is rounded to whole naira once.
          const paid = (model.paidKobo + model.roundings * 51n) * 1_000_000n;
          expect(model.wornMicroKobo).toBeLessThanOrEqual(paid);
        }
      }),
      { numRuns: 1_500, examples: [refundedReach] },
    );
  });
});
