import { AxeBuilder } from '@axe-core/playwright'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from '../../../web/e2e/support/chromium.ts'
import { visit } from './browser.ts'
import { type Host, type HostOptions, startHost } from './host.ts'

let browser: Browser
let host: Host | null = null

beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
})
afterEach(async () => {
  for (const context of browser.contexts()) await context.close()
  await host?.stop()
  host = null
})

async function begin(options: HostOptions = {}): Promise<Host> {
  host = await startHost(options)
  return host
}

/** Address under which the only visitor writes. */
async function visitor(of: Host): Promise<string> {
  const event = await of.core.events.waitFor(({ kind }) => kind === 'message')
  return event.kind === 'message' ? (event.chat.addresses[0]?.value ?? '') : ''
}

describe('looks and access', () => {
  it.each([
    ['pt-BR', 'light', 'Escreva aqui'],
    ['en-GB', 'dark', 'Write here'],
    ['es-MX', 'light', 'Escribe aquí'],
  ] as const)('%s, %s: no serious finding of axe', async (locale, colorScheme, placeholder) => {
    const host = await begin({ settings: { accent: '#ffd400', sound: true } })
    const { page, frame, open, say, sees } = await visit(browser, host, { locale, colorScheme })
    await open()
    await frame.getByPlaceholder(placeholder).waitFor()
    await say('oi')
    const buttons = [{ id: 'a', label: 'Financeiro' }]
    await host.core.agentSends(
      await visitor(host),
      { type: 'buttons', text: 'Qual setor?', buttons },
      { sender: 'Bia' },
    )
    await sees('Qual setor?')
    expect(await frame.evaluate('document.documentElement.dataset.theme')).toBe(colorScheme)
    const { violations } = await new AxeBuilder({ page }).include('div').analyze()
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    expect(serious.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  })

  it('fits 320 px, fills a telephone and keeps Tab inside', async () => {
    const host = await begin()
    const { page, frame, open, say } = await visit(browser, host, { viewport: { width: 320, height: 568 } })
    await open()
    await say('palavra'.repeat(40))
    const box = await page.locator('iframe').boundingBox()
    expect(box).toEqual({ x: 0, y: 0, width: 320, height: 568 })
    expect(await frame.evaluate('document.documentElement.scrollWidth')).toBe(320)
    for (let turn = 0; turn < 12; turn += 1) await page.keyboard.press('Tab')
    expect(await frame.evaluate('document.hasFocus() && document.activeElement !== document.body')).toBe(true)
  })

  it('opens within 100 ms', async () => {
    const host = await begin()
    const { page } = await visit(browser, host)
    const ms = await page.evaluate(`new Promise((resolve) => {
      const start = performance.now()
      Recado.open()
      requestAnimationFrame(() => resolve(performance.now() - start))
    })`)
    expect(ms).toBeLessThan(100)
  })

  it('shows nothing on a page that may not embed it', async () => {
    const host = await begin({ settings: { allowedOrigins: ['https://shop.example'] } })
    const page = await browser.newPage()
    const refused = page.waitForEvent('console', (entry) => entry.text().includes('frame-ancestors'))
    await page.goto(host.site)
    await refused
    expect(await page.locator('button[aria-expanded]').count()).toBe(0)
  })
})
