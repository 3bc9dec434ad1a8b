/** The tests look at what visitors get: the built widget. */
export async function setup(): Promise<void> {
  await import('../widget/build.ts')
}
