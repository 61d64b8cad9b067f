import { SeededRandom } from './seeded-random';
import * as money from './payment-commands';
import type { Operation } from './payment-commands';
import * as goods from './purchase-commands';
import type { World } from './system-under-test';

/** What may happen, and how often beside the others. */
const OPERATIONS: readonly [number, Operation][] = [
  [8, money.startTopup],
  [8, money.topUp],
  [10, money.payAtProvider],
  [14, money.askProvider],
  [4, money.askAllAtOnce],
  [2, money.sweepPayments],
  [4, money.review],
  [8, money.chargeBack],
  [5, money.fund],
  [2, money.letTimePass],
  [18, goods.purchase],
  [4, goods.purchaseTwice],
  [4, goods.purchaseAgain],
  [3, goods.spendAllAtOnce],
  [14, goods.resolve],
  [4, goods.lateReply],
  [4, goods.expire],
  [4, goods.refundOrder],
];

/** Seeds differ in temper: what hardly happens in one is all the rage in another. */
const urnOf = (random: SeededRandom): Operation[] =>
  OPERATIONS.flatMap(([weight, operation]) =>
    Array.from({ length: Math.ceil(weight * random.pick([0.3, 1, 3])) }, () => operation),
  );

/**
 * So many things happen, by chance but the same for the same seed; after each the books are whole and
 * as the model has them.
 * @throws Error with the seed and the whole story when they are not.
 */
export async function liveThrough(world: World, seed: number, steps: number): Promise<void> {
  const random = new SeededRandom(seed);
  const urn = urnOf(random);
  const story: string[] = [];
  await world.begin();
  while (story.length < steps) {
    const operation = random.pick(urn);
    try {
      const told = await operation(world, random);
      if (told === null) continue;
      story.push(told);
      await world.check();
    } catch (error) {
      throw new Error(
        `SOAK_SEED=${seed} SOAK_STEPS=${steps} fails after ${story.length} steps, at ${operation.name}:\n` +
          `${(error as Error).message}\n\n${story.map((told, index) => `${index + 1}. ${told}`).join('\n')}`,
        { cause: error },
      );
    }
  }
  await world.checkAudit();
}
