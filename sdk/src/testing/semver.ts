const VERSION = /^(\d+)\.(\d+)\.(\d+)$/
const RANGE = /^\^?(\d+)\.(\d+)\.(\d+)$/

/**
 * Does a version lie in a range? Understands what a manifest should say: `1.2.3` (that one) and `^1.2.3` (from there
 * up to the next major, for majors from 1 on). Null for any other notation, which authors are asked to avoid.
 */
export function inRange(version: string, range: string): boolean | null {
  const have = VERSION.exec(version)?.slice(1).map(Number)
  const want = RANGE.exec(range)?.slice(1).map(Number)
  if (!have || !want) return null
  const [major = 0, minor = 0, patch = 0] = have
  const [wantMajor = 0, wantMinor = 0, wantPatch = 0] = want
  if (!range.startsWith('^')) return major === wantMajor && minor === wantMinor && patch === wantPatch
  if (wantMajor === 0) return null
  return major === wantMajor && (minor > wantMinor || (minor === wantMinor && patch >= wantPatch))
}
