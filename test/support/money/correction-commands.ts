import { WalletCorrectionsService } from '../../../src/admin/wallet-corrections/wallet-corrections.service';
import type { Actor } from '../../../src/common/security/actor';
import type { ModelCorrection } from './model';
import { catchErrorCode, expectOutcome, nextId, type Command } from './payment-commands';
import type { SeededRandom } from './seeded-random';
import type { SystemUnderTest } from './system-under-test';

/** Whole naira; above it another admin approves. */
const APPROVAL_LIMIT = 100_000;
const PROPOSAL_LIFETIME_HOURS = 7 * 24;
const WHY = 'counted twice';

const randomAmount = (random: SeededRandom): number =>
  random.chance(0.7) ? random.between(1, 400) * 100 : APPROVAL_LIMIT + random.between(0, 50) * 100;

/** The limit is one of a day. With it back before each command, only repeated calls could exceed it. */
const beginDay = (system: SystemUnderTest) => system.sql('DELETE FROM staff_allowance');

const pickCorrection = (
  { model }: SystemUnderTest,
  random: SeededRandom,
  status: ModelCorrection['status'],
): ModelCorrection | null => {
  const all = model.corrections;
  const preferred = all.filter((one) => one.status === status);
  if (preferred.length && random.chance(0.85)) return random.pick(preferred);
  return all.length ? random.pick(all) : null;
};

/** Adds a correction that a call has made, and moves the money unless it is only proposed. */
function addCorrection(
  { model }: SystemUnderTest,
  made: Omit<ModelCorrection, 'status' | 'madeAtHour'>,
): void {
  const isProposal = made.amount > APPROVAL_LIMIT;
  const correction: ModelCorrection = {
    ...made,
    status: isProposal ? 'proposed' : 'approved',
    madeAtHour: model.hoursAhead,
  };
  model.corrections.push(correction);
  if (!isProposal) model.post(correction);
}

/** Up to three concurrent calls with one idempotency key. */
export const correctWallet: Command = async (system, random) => {
  const customer = random.pick(system.model.customers);
  const direction = random.pick(['credit', 'debit'] as const);
  const amount = randomAmount(random);
  await beginDay(system);
  const key = nextId('correction');
  const ids = new Set<number>();
  const correct = async () => {
    const request = { direction, amount, reason: WHY };
    const made = await system
      .get(WalletCorrectionsService)
      .correct(system.staff, customer.id, request, key);
    ids.add(made.id);
  };
  const calls = Array.from({ length: random.chance(0.3) ? 3 : 1 }, correct);
  const codes = await Promise.all(calls.map(catchErrorCode));
  const isRefused = direction === 'debit' && amount <= APPROVAL_LIMIT && customer.balance < amount;
  for (const code of codes)
    expectOutcome('A correction', code, isRefused ? 'INSUFFICIENT_BALANCE' : undefined);
  expectOutcome('Corrections of one key', ids.size, isRefused ? 0 : 1);
  for (const id of ids)
    addCorrection(system, { id, customer, direction, amount, reversalOf: null });
  return `staff ${direction} ${amount} of customer ${customer.id}`;
};

/** Error code of an approval by another admin; undefined when it is posted. */
function expectedRefusal({ model }: SystemUnderTest, one: ModelCorrection): string | undefined {
  if (one.status !== 'proposed') return 'CORRECTION_DECIDED';
  if (model.hoursAhead - one.madeAtHour >= PROPOSAL_LIFETIME_HOURS) return 'CORRECTION_EXPIRED';
  const isPayable = one.direction === 'credit' || one.customer.balance >= one.amount;
  return isPayable ? undefined : 'INSUFFICIENT_BALANCE';
}

const approve = (system: SystemUnderTest, actor: Actor, { id }: ModelCorrection) =>
  catchErrorCode(system.get(WalletCorrectionsService).approve(actor, id));
const reject = (system: SystemUnderTest, { id }: ModelCorrection) =>
  catchErrorCode(system.get(WalletCorrectionsService).reject(system.staff, id, WHY));

export const approveCorrection: Command = async (system, random) => {
  const correction = pickCorrection(system, random, 'proposed');
  if (!correction) return null;
  const refusal = expectedRefusal(system, correction);
  const own = await approve(system, system.staff, correction);
  expectOutcome(
    'Approving an own proposal',
    own,
    correction.status === 'proposed' ? 'OWN_PROPOSAL' : 'CORRECTION_DECIDED',
  );
  expectOutcome('An approval', await approve(system, system.otherStaff, correction), refusal);
  if (refusal === undefined) system.model.post(correction);
  return `another admin approves correction ${correction.id}: ${refusal ?? 'posted'}`;
};

/** Concurrent decisions, of which one counts. */
export const decideCorrection: Command = async (system, random) => {
  const correction = pickCorrection(system, random, 'proposed');
  if (!correction) return null;
  const isOpen = correction.status === 'proposed';
  const refusal = expectedRefusal(system, correction);
  const approvals = [1, 2].map(() => approve(system, system.otherStaff, correction));
  const rejections = [1, 2].map(() => reject(system, correction));
  const approved = (await Promise.all(approvals)).filter((code) => code === undefined).length;
  const rejected = (await Promise.all(rejections)).filter((code) => code === undefined).length;
  expectOutcome('Decisions that count', approved + rejected, isOpen ? 1 : 0);
  if (refusal !== undefined) expectOutcome('Approvals that are refused', approved, 0);
  if (approved) system.model.post(correction);
  if (rejected) correction.status = 'rejected';
  return `admins decide concurrently about correction ${correction.id}`;
};

/** Two concurrent calls, of which one counts. */
export const reverseCorrection: Command = async (system, random) => {
  const correction = pickCorrection(system, random, 'approved');
  if (!correction) return null;
  const { model } = system;
  const { id, customer, amount, reversalOf } = correction;
  await beginDay(system);
  const direction = correction.direction === 'credit' ? 'debit' : 'credit';
  const isReversible =
    correction.status === 'approved' &&
    reversalOf === null &&
    !model.corrections.some((one) => one.reversalOf === id && one.status === 'proposed');
  const isPayable = direction === 'credit' || amount > APPROVAL_LIMIT || customer.balance >= amount;
  const ids: number[] = [];
  const reverse = async (actor: Actor) => {
    const made = await system
      .get(WalletCorrectionsService)
      .reverse(actor, id, WHY, nextId('reversal'));
    ids.push(made.id);
  };
  const codes = await Promise.all(
    [system.staff, system.staff].map((actor) => catchErrorCode(reverse(actor))),
  );
  const refusal = isReversible && !isPayable ? 'INSUFFICIENT_BALANCE' : 'CORRECTION_NOT_REVERSIBLE';
  expectOutcome('Reversals', ids.length, isReversible && isPayable ? 1 : 0);
  for (const code of codes.filter((one) => one !== undefined))
    expectOutcome('A reversal', code, refusal);
  for (const made of ids)
    addCorrection(system, { id: made, customer, direction, amount, reversalOf: id });
  return `staff reverse correction ${id}`;
};

export const expireCorrections: Command = async (system) => {
  await system.get(WalletCorrectionsService).expire();
  for (const one of system.model.corrections)
    if (expectedRefusal(system, one) === 'CORRECTION_EXPIRED') one.status = 'expired';
  return 'proposals past their time are closed';
};
