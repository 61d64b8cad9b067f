const { createHash } = require('node:crypto');
const { default: Sequencer } = require('@jest/test-sequencer');

/** Spec files in random order, so that none depends on what another has left; Jest's `--seed` repeats an order. */
module.exports = class ShuffledSequencer extends Sequencer {
  constructor({ contexts, globalConfig }) {
    super({ contexts, globalConfig });
    this.seed = globalConfig.seed;
  }

  sort(tests) {
    if (tests.length > 1) console.log(`Files in the order of --seed=${this.seed}`);
    const keys = new Map(tests.map((test) => [test, this.keyOf(test)]));
    return [...tests].sort((a, b) => (keys.get(a) < keys.get(b) ? -1 : 1));
  }

  keyOf({ path, context }) {
    // Relative, so that an order can be repeated in another folder.
    const name = path.slice(context.config.rootDir.length);
    return createHash('sha256').update(`${this.seed} ${name}`).digest('hex');
  }
};
