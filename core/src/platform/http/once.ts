/** Made when it is first asked for: most routes of a process that has just started are not. */
export function once<T extends object>(make: () => T): () => T {
  let made: T | null = null
  return () => {
    made ??= make()
    return made
  }
}
