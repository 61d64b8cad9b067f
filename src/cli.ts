import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { COMMANDS, type Commands } from './commands/commands';
import { OperatorError } from './common/errors/operator-error';
import { loadEmbeddedEnvironment } from './embedded/load-environment';
import { buildOpenApiFiles } from './http/openapi/openapi';

const ALL: Commands = {
  ...COMMANDS,
  openapi: {
    help: 'write the documents in openapi, or in the folder named after it',
    run: writeOpenApi,
  },
};

async function writeOpenApi([folder = join(__dirname, '..', 'openapi')]: string[]): Promise<
  string[]
> {
  // The whole API takes longer to load than most commands take.
  const { createApp } = await import('./app.module.js');
  const app = await createApp(true);
  const files = Object.entries(buildOpenApiFiles(app)).map(([name, document]) => {
    const file = join(folder, name);
    writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
    return `Wrote ${relative(process.cwd(), file)}`;
  });
  await app.close();
  return files;
}

async function main([name = '', ...args]: string[]): Promise<void> {
  const command = ALL[name];
  if (!command) {
    const lines = Object.entries(ALL).map(([known, { help }]) => `  ${known.padEnd(14)} ${help}`);
    console.error(`Usage: node dist/cli.js <command>\n${lines.join('\n')}`);
    process.exit(2);
  }
  loadEmbeddedEnvironment();
  const lines = await command.run(args, (line) => console.log(line));
  if (lines.length) console.log(lines.join('\n'));
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof OperatorError ? error.message : error);
  process.exit(1);
});
