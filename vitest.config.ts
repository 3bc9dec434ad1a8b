import { defineConfig } from 'vitest/config'

const shared = { testTimeout: 20_000, hookTimeout: 60_000 }

/** `core` has a database; the others need none. The widget of webchat is built first, by its own configuration. */
export default defineConfig({
  test: {
    projects: [
      { test: { ...shared, name: 'sdk', include: ['sdk/**/*.test.ts'] } },
      { test: { ...shared, name: 'tools', include: ['tools/**/*.test.ts'] } },
      {
        test: {
          ...shared,
          name: 'plugins',
          include: ['plugins/*/**/*.test.ts', 'libs/*/**/*.test.ts'],
          exclude: ['**/node_modules/**', 'plugins/webchat/**'],
        },
      },
      'plugins/webchat',
      {
        extends: './web/vite.config.ts',
        root: 'web',
        test: { ...shared, name: 'web', include: ['src/**/*.test.ts'] },
      },
      {
        test: {
          ...shared,
          name: 'core',
          include: ['core/**/*.test.ts'],
          globalSetup: ['core/test/global-setup.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'e2e',
          include: ['web/e2e/**/*.test.ts'],
          globalSetup: ['core/test/global-setup.ts', 'web/e2e/support/build.ts'],
          testTimeout: 90_000,
        },
      },
    ],
  },
})
