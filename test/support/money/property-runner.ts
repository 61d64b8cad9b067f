import { SeededRandom } from './seeded-random';
import * as payments from './payment-commands';
import type { Command } from './payment-commands';
import * as corrections from './correction-commands';
import * as invoices from './invoice-commands';
import * as promotions from './promotion-commands';
import * as payouts from './payout-commands';
import * as orders from './purchase-commands';
import * as autoRenewals from './auto-renewal-commands';
import * as renewals from './renewal-commands';
import * as topups from './topup-commands';
import type { SystemUnderTest } from './system-under-test';

/** Commands with their relative frequency. */
type WeightedCommand = readonly [weight: number, command: Command];

const ALL_COMMANDS: readonly WeightedCommand[] = [
  [8, topups.startTopup],
  [8, topups.topUp],
  [10, payments.decideCharge],
  [14, payments.settle],
  [4, payments.settleConcurrently],
  [2, payments.sweepPayments],
  [4, payments.cancel],
  [4, payments.review],
  [8, payments.chargeBack],
  [3, payments.winDispute],
  [5, payments.fund],
  [4, payouts.payOut],
  [2, payments.advanceClock],
  [3, promotions.createCoupon],
  [1, promotions.endCoupon],
  [8, promotions.topUpWithCoupon],
  [4, promotions.raceForLastUse],
  [4, promotions.payLateForLastUse],
  [6, promotions.bookRewards],
  [3, promotions.settleWhileBooking],
  [3, promotions.spendWhileBooking],
  [3, promotions.winPartOfDispute],
  [6, corrections.correctWallet],
  [3, corrections.approveCorrection],
  [2, corrections.decideCorrection],
  [3, corrections.reverseCorrection],
  [1, corrections.expireCorrections],
  [18, orders.purchase],
  [4, orders.purchaseConcurrently],
  [4, orders.replayPurchase],
  [3, orders.overspendConcurrently],
  [4, orders.expire],
  [4, orders.refundOrder],
  [4, orders.refundPart],
  [6, invoices.issueInvoice],
  [8, renewals.extend],
  [3, renewals.refundExtension],
  [4, autoRenewals.autoRenew],
];

/** Bonuses and their disputes, which take more steps than a run of all commands has. */
export const BONUS_COMMANDS: readonly WeightedCommand[] = [
  [4, promotions.createCoupon],
  [10, promotions.topUpWithCoupon],
  [4, payments.chargeBack],
  [5, promotions.winPartOfDispute],
  [5, payments.winDispute],
  [4, orders.purchase],
  [2, payments.fund],
];

/** Scales each weight at random, so that runs differ in which commands dominate. */
const buildCommandPool = (random: SeededRandom, commands: readonly WeightedCommand[]): Command[] =>
  commands.flatMap(([weight, command]) =>
    Array.from({ length: Math.ceil(weight * random.pick([0.3, 1, 3])) }, () => command),
  );

/**
 * Runs a random sequence of commands, reproducible by its seed, and checks the model after each step and every
 * invariant after every few.
 * @throws Error with the seed and the history of the run when a check fails.
 */
export async function runCommandSequence(
  system: SystemUnderTest,
  seed: number,
  steps: number,
  { commands = ALL_COMMANDS, invariantsEvery = 1 } = {},
): Promise<void> {
  const random = new SeededRandom(seed);
  const pool = buildCommandPool(random, commands);
  const history: string[] = [];
  await system.reset(seed);
  while (history.length < steps) {
    const command = random.pick(pool);
    try {
      const description = await command(system, random);
      if (description === null) continue;
      history.push(description);
      await system.assertMatchesModel();
      if (history.length % invariantsEvery === 0 || history.length === steps)
        await system.assertInvariants();
    } catch (error) {
      throw new Error(
        `SOAK_SEED=${seed} SOAK_STEPS=${steps} fails after ${history.length} steps, at ${command.name}:\n` +
          `${(error as Error).message}\n\n${history.map((description, index) => `${index + 1}. ${description}`).join('\n')}`,
        { cause: error },
      );
    }
  }
  await system.assertChains();
  await system.assertReferencesAreReserved();
}
