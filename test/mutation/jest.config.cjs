const config = require('../../jest.config.cjs');

const of = (name) => config.projects.find(({ displayName }) => displayName === name);
const rooms = (process.env.MUTATION_SPECS ?? '').split(',').filter(Boolean);

/** Unit and medium specs of the rooms under mutation as one project; PostgreSQL is started around it. */
module.exports = {
  ...of('medium'),
  displayName: undefined,
  rootDir: process.cwd(),
  testMatch: rooms.map((pattern) => `<rootDir>/${pattern}`),
  globalSetup: undefined,
  globalTeardown: undefined,
  testTimeout: 20_000,
};
