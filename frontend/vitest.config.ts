import { defineConfig, mergeConfig } from 'vitest/config';
import pages from './vite.config.ts';

// The same time zone on every machine; its clocks change twice a year. It must be set before there are threads.
process.env['TZ'] = 'Europe/Berlin';

/**
 * The settings for tests of the islands. They are not in the settings for building pages, because a build needs no
 * Vitest.
 */
export default mergeConfig(
  pages,
  defineConfig({
    test: {
      include: ['src/**/*.test.ts'],
      environment: 'node',
      // Each worker has one thread for all its files, because no module keeps a state of its own.
      isolate: false,
      pool: 'threads',
      // A test that hangs is ended after this time, which is enough on a busy machine.
      testTimeout: 120_000,
    },
  }),
);
