import type { Browser, BrowserContextOptions, Frame, Page } from 'playwright-core'
import type { Host } from './host.ts'

export interface Visit {
  page: Page
  frame: Frame
  /** Complaints of the browser: errors, refused content, broken promises. */
  problems: string[]
  open(): Promise<void>
  say(text: string): Promise<void>
  sees(text: string): Promise<void>
  bubbles(): Promise<string[]>
}

async function widgetFrame(page: Page, host: Host): Promise<Frame> {
  await page.locator('div >> button[aria-expanded]').waitFor({ state: 'visible' })
  const frame = page.frames().find((one) => one.url().startsWith(host.hook))
  if (!frame) throw new Error('the frame is not there')
  return frame
}

/** A visitor on the customer's site, with the widget loaded and still closed. */
export async function visit(browser: Browser, host: Host, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ locale: 'pt-BR', ...options })
  return visitIn(await context.newPage(), host)
}

export async function visitIn(page: Page, host: Host): Promise<Visit> {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (entry) => {
    if (entry.type() === 'error') problems.push(entry.text())
  })
  if (page.url() === 'about:blank') await page.goto(host.site)
  else await page.reload()
  const frame = await widgetFrame(page, host)
  const composer = frame.locator('.composer textarea')
  return {
    page,
    frame,
    problems,
    async open() {
      await page.locator('div >> button[aria-expanded=false]').click()
      await frame.locator('.foot > *').first().waitFor()
    },
    async say(text) {
      await composer.fill(text)
      await composer.press('Enter')
      await frame.locator('.bubble', { hasText: text }).first().waitFor()
    },
    sees: (text) => frame.locator('.list .bubble', { hasText: text }).first().waitFor(),
    bubbles: () => frame.locator('.list .bubble').allInnerTexts(),
  }
}
