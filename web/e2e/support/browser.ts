import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { launchChromium } from './chromium.ts'

/** Refusals that the browser reports by itself; the tests look at what the person is told. */
const IS_REFUSED = /^Failed to load resource|WebSocket connection to|net::ERR_/

export interface Window {
  page: Page
  /** Complaints of the browser that nobody expects: broken scripts, refused content. */
  problems: string[]
}

/**
 * One browser for the file; windows are closed after each test, which fails when one of them complained. A folder in
 * RECADO_E2E_SHOTS gets a picture of every window of a test that failed.
 */
export function startBrowser() {
  let browser: Browser
  const open: Window[] = []
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())
  afterEach(async ({ task }) => {
    const folder = process.env.RECADO_E2E_SHOTS
    if (folder && task.result?.state === 'fail')
      for (const [index, { page }] of open.entries())
        await page.screenshot({ path: join(folder, `${task.name.replaceAll(/\W+/g, '-')}-${index + 1}.png`) })
    const problems = open.splice(0).flatMap((window) => window.problems)
    for (const context of browser.contexts()) await context.close()
    expect(problems).toEqual([])
  })
  return {
    /** A person of their own: nothing is shared with other windows. */
    async window(options: BrowserContextOptions = {}): Promise<Window> {
      const context = await browser.newContext({
        locale: 'pt-BR',
        viewport: { width: 1440, height: 900 },
        reducedMotion: 'reduce',
        ...options,
      })
      context.setDefaultTimeout(15_000)
      const page = await context.newPage()
      const window: Window = { page, problems: [] }
      page.on('pageerror', (error) => window.problems.push(`${error.stack ?? error}`))
      page.on('console', (entry) => {
        if (entry.type() === 'error' && !IS_REFUSED.test(entry.text())) window.problems.push(entry.text())
      })
      open.push(window)
      return window
    },
  }
}

/** Waits until each is on screen. */
export const sees = async (...locators: Locator[]): Promise<void> => {
  for (const locator of locators) await locator.first().waitFor()
}

/** Waits until none is on screen any more. */
export const misses = async (...locators: Locator[]): Promise<void> => {
  for (const locator of locators) await locator.first().waitFor({ state: 'hidden' })
}
