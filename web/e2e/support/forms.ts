import type { Locator, Page } from 'playwright-core'

/** Picks an entry of a drop-down list by its label. */
export async function choose(page: Page, within: Locator, label: string | RegExp, option: string): Promise<void> {
  await within.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).click()
}

/** A photo as a phone sends it, small enough to write here. */
export const PHOTO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAFElEQVR4nGNk6J/EgA0wYRUdvBIAO4EBU2KQ6h8AAAAASUVORK5CYII=',
  'base64',
)
