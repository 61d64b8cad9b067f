import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { flags } from './vite/flags.plugin';

const api = process.env.API_ORIGIN ?? 'http://localhost:3000';

const BASE =
  /web\/src\/(api\/(http|session|api-error|idempotency)|lib\/(store|site-name)|components\/ui\/(brand|button|icon|side-sheet|skip-link|theme-switch))\.tsx?$/;

/** What nearly every screen shares of Ant Design: one chunk packs better than dozens of small ones. */
const ANTD =
  /node_modules\/(?:antd|@ant-design|@rc-component|stylis|clsx|@babel|@emotion|scroll-into-view-if-needed|compute-scroll-into-view|react-is|@tanstack)\//;
const REACT =
  /node_modules\/(?:react|react-dom|react-router|react-router-dom|scheduler|cookie|set-cookie-parser)\//;

export default defineConfig({
  plugins: [react(), flags()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  server: { port: 5173, proxy: { '/api': api, '/sandbox': api } },
  preview: { proxy: { '/api': api, '/sandbox': api } },
  build: {
    target: 'es2022',
    manifest: true,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // A browser that does not know modulepreload loads the same files a little later.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What every page loads anyway: one file packs better than ten of a few hundred bytes.
        codeSplitting: {
          groups: [
            { name: 'base', test: BASE, priority: 3 },
            { name: 'react', test: REACT, priority: 2 },
            // By measurement: with fewer sharing modules it no longer fits the sign-in screens.
            { name: 'shared', test: ANTD, minShareCount: 19, priority: 1 },
          ],
        },
      },
    },
  },
});
