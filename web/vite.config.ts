import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const API = process.env.RECADO_API ?? `http://127.0.0.1:${process.env.PORT || 3333}`

/** Everything but the application's own files is the server's. */
const SERVER_PATHS = '^/(?!src/|@|node_modules/|icons/|index\\.html|manifest|sw\\.js|$|\\?)'

/** Refuses a bundle that carries the server: only contracts, policies and the SDK's browser parts may come along. */
const browserOnly = (): Plugin => ({
  name: 'browser-only',
  generateBundle(_, bundle) {
    const shared =
      /\/core\/src\/(contracts\.ts|platform\/(http\/(contract|shapes)|errors\/catalogue|i18n\/locale)\.ts|modules\/(?:[^/]+\/)+(contract|policy|schemas|local-time)[^/]*\.ts)$/
    for (const chunk of Object.values(bundle)) {
      const foreign = chunk.type === 'chunk' ? chunk.moduleIds : []
      for (const id of foreign) {
        const path = id.split('?')[0] ?? id
        if (path.includes('/core/src/') && !shared.test(path))
          this.error(`server code in the browser's bundle: ${path}`)
      }
    }
  },
})

/** What the page itself names stays what it names. */
const isNoEntry = (id: string): boolean => !/\/(main\.tsx|index\.html)$/.test(id)

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react(), browserOnly()],
  build: {
    manifest: true,
    target: 'es2022',
    chunkSizeWarningLimit: 700,
    // what every page begins with comes in a few files: many small ones pack worse and take longer to ask for
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'libraries', tags: ['$initial'], test: /node_modules/, priority: 1 },
            { name: 'shell', tags: ['$initial'], test: isNoEntry },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: {
      '/socket.io': { target: API, ws: true },
      [SERVER_PATHS]: { target: API },
    },
  },
})
