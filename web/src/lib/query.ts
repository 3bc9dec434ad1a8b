import { MutationCache, QueryClient } from '@tanstack/react-query'
import { reportError } from './errors.ts'
import { HttpError } from './http/errors.ts'

/** Refusals are final; only what never got an answer, or a server in trouble, is worth another try. */
const worthRetry = (failures: number, error: unknown): boolean =>
  failures < 2 && error instanceof HttpError && (error.code === 'ERR_OFFLINE' || error.status >= 502)

export const queryClient = new QueryClient({
  mutationCache: new MutationCache({
    // A mutation that shows its own error says so with `meta: { handled: true }`.
    onError: (error, _variables, _context, mutation) => {
      if (!mutation.meta?.handled) reportError(error)
    },
  }),
  defaultOptions: {
    queries: { staleTime: 30_000, gcTime: 600_000, retry: worthRetry, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
})
