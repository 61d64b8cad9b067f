import { mkdtemp, rm } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { articles } from '../vite/articles.plugin.mjs';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));

/** Builds prerender.tsx for Node. @returns its function from the path of a public page to its HTML. */
export async function buildPrerender() {
  // Within the package, where Node finds react.
  const outDir = await mkdtemp(path('../dist/.prerender-'));
  try {
    await build({
      configFile: false,
      // As the app's build, whose class names are made of paths below it.
      root: path('../'),
      resolve: { alias: { '@': path('../src') } },
      plugins: [react(), articles()],
      publicDir: false,
      logLevel: 'warn',
      build: {
        ssr: path('prerender.tsx'),
        outDir,
        copyPublicDir: false,
        emitAssets: false,
        // The folder is gone when pages are rendered.
        rolldownOptions: { output: { codeSplitting: false } },
      },
    });
    const { prerender } = await import(pathToFileURL(`${outDir}/prerender.js`).href);
    return prerender;
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}
