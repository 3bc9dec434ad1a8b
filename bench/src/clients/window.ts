import { fileURLToPath } from 'node:url'
import type { CDPSession, Page } from 'playwright-core'
import { launchChromium } from '../../../web/e2e/support/chromium.ts'
import { PASSWORD, type Person } from '../seed/people.ts'

const IN_PAGE = fileURLToPath(new URL('in-page.js', import.meta.url))

export interface BenchWindow {
  page: Page
  /** Megabytes that scripts hold, after the garbage was collected. */
  heapMb(): Promise<number>
  /** Another page of the same browser, in front. */
  blank(html: string): Promise<Page>
  close(): Promise<void>
}

/** A real Chromium in which somebody is signed in and looks at the attendance screen. */
export async function openWindow(url: string, { email }: Person): Promise<BenchWindow> {
  const browser = await launchChromium()
  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 } })
  context.setDefaultTimeout(20_000)
  await context.addInitScript({ path: IN_PAGE })
  const page = await context.newPage()
  await page.goto(url)
  await page.getByRole('heading', { name: 'Entrar' }).waitFor()
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await page.locator('[data-ticket]').first().waitFor()
  const inspector: CDPSession = await context.newCDPSession(page)
  return {
    page,
    async heapMb() {
      await inspector.send('HeapProfiler.collectGarbage')
      return (await inspector.send('Runtime.getHeapUsage')).usedSize / 1e6
    },
    async blank(html) {
      const other = await context.newPage()
      await other.setContent(html)
      // behind another one it would make no frames
      await other.bringToFront()
      return other
    },
    close: () => browser.close(),
  }
}
