import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { isTranslated, messages, translated } from './vite.messages.ts';
import { compressed, preloaded, python } from './vite.plugins.ts';

/**
 * The scripts that pages load: one for every page, and others for single pages. In a mode that is the name of a
 * language, such as `--mode de`, they are built in that language, beside those in English.
 */
export default defineConfig(({ mode }) => {
  const locale = isTranslated(mode) ? mode : undefined;
  const manifest = locale ? `manifest.${locale.replace('_', '-').toLowerCase()}.json` : 'manifest.json';
  return {
    base: './',
    css: { transformer: 'lightningcss', lightningcss: { drafts: { customMedia: true } } },
    plugins: [
      svelte({ configFile: false, compilerOptions: { discloseVersion: false } }),
      python(!locale),
      locale ? translated(locale) : messages('messages.js'),
      preloaded(manifest),
      compressed(),
    ],
    build: {
      manifest,
      outDir: 'static/frontend',
      emptyOutDir: mode === 'production',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        // This check would report slow builds on a busy machine.
        checks: { bundlerTimings: false },
        input: [
          'src/site.ts',
          'src/sw.ts',
          'src/bell.ts',
          'src/competition.ts',
          'src/desk.ts',
          'src/docs.ts',
          'src/home.ts',
          'src/passkeys.ts',
          'src/play.ts',
          'src/practice.ts',
          'src/room.ts',
          'src/receipts.ts',
          'src/replay.ts',
          'src/ended.ts',
          'src/series.ts',
          'src/translation.ts',
          'src/verify.ts',
          'src/without_sockets.ts',
        ],
        // `without_sockets` is imported by its address, so its exports must stay.
        preserveEntrySignatures: 'allow-extension',
        // Modules that pages load together are in one file, which is smaller than several files.
        output: {
          codeSplitting: {
            groups: [
              { name: 'live', test: /src\/(socket|frames|scoreboard\/feed)\.ts$/, priority: 2 },
              { name: 'island', test: /src\/(api|words|islands\/island)\.ts$/, priority: 2 },
              { name: 'words', test: /src\/(gettext|backoff|play\/clock|islands\/(local_time|copying|countdown))\.ts$/, priority: 3 },
              { name: 'mounting', test: /src\/endings\/mounting\.ts$/, priority: 2 },
              { name: 'table', test: /src\/table\/Table\.svelte$/, priority: 1 },
              { name: 'stage', test: /src\/(table\/(Stage|SoFar)\.svelte|endings\/(EndingText\.svelte|server_ending\.ts|worth\.ts)|(play\/ended|practice\/best)\.ts)$/ },
              { name: 'board', test: /src\/(places|scoreboard\/(columns|cells))\.ts$/, priority: 1 },
            ],
          },
        },
      },
    },
    worker: { format: 'es' },
  };
});
