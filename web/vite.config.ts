import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { flags } from './vite/flags.plugin';

const api = process.env.API_ORIGIN ?? 'http://localhost:3000';

const BASE =
  /web\/src\/(api\/(http|session|api-error|idempotency)|lib\/(store|site-name)|components\/ui\/(brand|button|icon|side-sheet|skip-link|theme-switch))\.tsx?$/;

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
        codeSplitting: { groups: [{ name: 'base', test: BASE }] },
      },
    },
  },
});
