import { defineConfig, mergeConfig, type ViteUserConfig } from 'vitest/config';
import pages from './vite.config.ts';

// The same time zone on every machine; its clocks change twice a year. It must be set before there are threads.
process.env['TZ'] = 'Europe/Berlin';

const GERMAN = 'src/**/german.test.ts';

/** The settings for tests of the islands as they are built in this mode. */
const built = (mode: string, test: ViteUserConfig['test']) =>
  mergeConfig(
    pages({ command: 'serve', mode }),
    defineConfig({
      test: {
        environment: 'node',
        // Test files share a thread and its modules, which is safe because no module keeps a state of its own.
        isolate: false,
        // A test that hangs is ended after this time, which is enough on a busy machine.
        testTimeout: 120_000,
        ...test,
      },
    }),
  );

/**
 * The settings for tests of the islands. They are not in the settings for building pages, because a build needs no
 * Vitest.
 */
export default defineConfig({
  test: {
    pool: 'threads',
    projects: [
      built('test', { name: 'english', include: ['src/**/*.test.ts', 'vite.*.test.ts'], exclude: [GERMAN] }),
      built('de', { name: 'german', include: [GERMAN] }),
    ],
  },
});
