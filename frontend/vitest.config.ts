import { defineConfig, mergeConfig } from 'vitest/config';
import pages from './vite.config.ts';

// One zone on every machine, whose clocks change twice a year. It must be set before there are threads.
process.env['TZ'] = 'Europe/Berlin';

/** How the islands are tested; apart from how pages are built, which needs no Vitest. */
export default mergeConfig(
  pages,
  defineConfig({
    test: {
      include: ['src/**/*.test.ts'],
      environment: 'node',
      // One thread for each worker, not one for each file: no module keeps a state of its own.
      isolate: false,
      pool: 'threads',
      // A busy machine may be slow; what hangs is ended all the same.
      testTimeout: 120_000,
    },
  }),
);
