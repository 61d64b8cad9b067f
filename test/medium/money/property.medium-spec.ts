import { liveThrough } from '../../support/money/property-runner';
import { World } from '../../support/money/system-under-test';

jest.setTimeout(120_000);

const STEPS = 50;
const SEEDS = Array.from({ length: 12 }, (_, index) => 1000 + index);

describe('Whatever happens to money and goods', () => {
  let world: World;

  beforeAll(async () => {
    world = await World.open();
  });
  afterAll(() => world?.close());

  // spec: M2.1
  it.each(SEEDS)('keeps every promise and the balances of the model: seed %i', (seed) =>
    liveThrough(world, seed, STEPS),
  );
});
