// The supervisor of the build over stand-ins of its processes and of the database's preparation.
require('reflect-metadata');
const { join } = require('node:path');
const { readEnvironment } = require('../../../dist/embedded/environment.js');
const { Platform } = require('../../../dist/embedded/platform.js');

function main() {
  const platform = new Platform({
    environment: readEnvironment(process.env),
    scripts: {
      api: join(__dirname, 'api.cjs'),
      worker: join(__dirname, 'worker.cjs'),
      gateway: join(__dirname, 'gateway.cjs'),
    },
    prepareDatabase: () => Promise.resolve({ adminCreated: process.env.ADMIN_EXISTS !== 'true' }),
    print: console.log,
  });
  const end = (status) => void platform.stop().then(() => process.exit(status));
  process.on('SIGINT', () => end(0));
  process.on('message', (message) => void (message === 'reload' && platform.reload()));
  platform.start().catch((error) => {
    console.error(error.message);
    end(1);
  });
}

main();
