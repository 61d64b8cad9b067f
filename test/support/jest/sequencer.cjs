const { default: Sequencer } = require('@jest/test-sequencer');

/** Spec files in random order, so that none depends on what another has left; `TEST_SEED` repeats an order. */
module.exports = class ShuffledSequencer extends Sequencer {
  sort(tests) {
    const seed = Number(process.env.TEST_SEED) || Math.floor(Math.random() * 2 ** 31);
    if (tests.length > 1) console.log(`Files in the order of TEST_SEED=${seed}`);
    const random = mulberry32(seed);
    return [...tests]
      .sort((a, b) => (a.path < b.path ? -1 : 1))
      .map((test) => ({ test, key: random() }))
      .sort((a, b) => a.key - b.key)
      .map(({ test }) => test);
  }
};

/** Tommy Ettinger's generator: uniform numbers from 0 to 1. */
function mulberry32(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
