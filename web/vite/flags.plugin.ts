import { readFile, readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const source = join(
  dirname(createRequire(import.meta.url).resolve('flag-icons/package.json')),
  'flags/4x3',
);
const isCountry = (file: string): boolean => /^[a-z]{2}\.svg$/.test(file);

/** Country flags come from our own origin: emoji flags do not exist on Windows. */
export function flags(): Plugin {
  return {
    name: 'local-flags',
    configureServer(server) {
      server.middlewares.use('/flags/', (request, response, next) => {
        const file = (request.url ?? '').slice(1).split('?')[0] ?? '';
        if (!isCountry(file)) return next();
        readFile(join(source, file)).then(
          (svg) => response.setHeader('content-type', 'image/svg+xml').end(svg),
          () => next(),
        );
      });
    },
    async generateBundle() {
      for (const file of (await readdir(source)).filter(isCountry)) {
        this.emitFile({
          type: 'asset',
          fileName: `flags/${file}`,
          source: await readFile(join(source, file)),
        });
      }
    },
  };
}
