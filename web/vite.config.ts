import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig, type UserConfig } from 'vite';
import { antdStyles } from './vite/antd-styles.plugin';
import { articles } from './vite/articles.plugin.mjs';
import { flags } from './vite/flags.plugin';
import { planRouteChunks } from './vite/route-chunks';

const api = process.env.API_ORIGIN ?? 'http://localhost:3000';
const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** The package leads bundlers to its development build, which has longer code and checks. */
const ROUTER = Object.fromEntries(
  Object.entries({ 'react-router/dom': 'dom-export', 'react-router': 'index' }).map(
    ([name, file]) => [name, path(`../node_modules/react-router/dist/production/${file}.mjs`)],
  ),
);

const config: UserConfig = {
  root: path('./'),
  resolve: { alias: { '@': path('./src') } },
  server: { port: 5173, proxy: { '/api': api, '/sandbox': api } },
  preview: { proxy: { '/api': api, '/sandbox': api } },
  build: {
    target: 'es2022',
    manifest: true,
    assetsInlineLimit: 0,
    // All of it is 9 KiB compressed, and every page loads it with its HTML.
    cssCodeSplit: false,
    reportCompressedSize: false,
    // A browser that does not know modulepreload loads the same files a little later.
    modulePreload: { polyfill: false },
  },
};

export default defineConfig(async ({ command }) => {
  const plugins = [react(), articles(), flags(), antdStyles()];
  if (command !== 'build') return { ...config, plugins };
  config.resolve!.alias = { ...config.resolve!.alias, ...ROUTER };
  const chunks = await planRouteChunks(
    { ...config, plugins: [react(), articles(), antdStyles()] },
    path('./size-budgets.json'),
  );
  const codeSplitting = {
    // The planned chunks have no cycles, so nothing has to follow a module into its chunk.
    includeDependenciesRecursively: false,
    groups: [{ name: (id: string) => chunks.get(id) ?? null }],
  };
  return {
    ...config,
    plugins,
    build: { ...config.build, rolldownOptions: { output: { codeSplitting } } },
  };
});
