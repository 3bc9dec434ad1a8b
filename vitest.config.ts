import { defineConfig } from 'vitest/config'

const shared = { testTimeout: 20_000, hookTimeout: 60_000 }

/** `core` has a database; the others need none. The widget of webchat is built first, by its own configuration. */
export default defineConfig({
  test: {
    projects: [
      { test: { ...shared, name: 'sdk', include: ['sdk/**/*.test.ts'] } },
      {
        test: {
          ...shared,
          name: 'plugins',
          include: ['plugins/*/**/*.test.ts'],
          exclude: ['**/node_modules/**', 'plugins/webchat/**'],
        },
      },
      'plugins/webchat',
      'web',
      {
        test: {
          ...shared,
          name: 'core',
          include: ['core/**/*.test.ts'],
          globalSetup: ['core/test/global-setup.ts'],
        },
      },
    ],
  },
})
