import type { Driver } from '../drivers/driver.ts'

/**
 * Looks whether the gateway still delivers to us: what was removed is registered again, what was replaced is somebody's
 * decision. Answers whether another system has taken our place.
 */
export async function lookAfterWebhook(driver: Driver, url: string, signal: AbortSignal): Promise<boolean> {
  const found = await driver.webhooks(signal)
  if (found.includes(url)) return false
  if (found.length > 0) return true
  await driver.setWebhook(url, signal)
  return false
}
