import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const platform = process.env['GATEWAY_URL'] ?? 'http://localhost:8080';

/** One script and one style sheet, under names that change with their content. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    assetsDir: 'portal/assets',
    assetsInlineLimit: 0,
    modulePreload: false,
    target: 'es2023',
  },
  server: {
    proxy: Object.fromEntries(['/api', '/docs', '/portal/config.json', '/sandbox'].map((path) => [path, platform])),
  },
});
