// Brings the database of the environment to where the platform's first start does.
require('reflect-metadata');
const { Queue } = require('bullmq');
const { loadConfig } = require('../../dist/config/app-config.js');
const { runMigrations } = require('../../dist/database/migrate.js');
const { seed } = require('../../dist/embedded/seeds/seed.js');
const { bullmqOptions } = require('../../dist/queue/bullmq-connection.js');

async function main() {
  const config = loadConfig();
  await runMigrations(config.database.url);
  await seed(config, { networks: true });
  // BullMQ creates its schema with its first queue.
  const queue = new Queue('setup', { ...bullmqOptions(config), skipMetasUpdate: true });
  await queue.waitUntilReady();
  await queue.close();
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
