import type { Frame, Page } from 'playwright-core'
import { PASSWORD, until } from '../../../core/test/app.ts'
import { sees } from './browser.ts'

export { startApp, type TestApp, until } from '../../../core/test/app.ts'

/** Signs in as a person does: the cursor stands in the first field. */
export async function signIn(page: Page, url: string, email: string, password = PASSWORD): Promise<void> {
  await page.goto(url)
  await sees(page.getByRole('heading', { name: 'Entrar' }))
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await sees(page.getByRole('navigation', { name: 'Menu principal' }))
}

/** What an agent sees and does in the attendance screen. */
export function deskOf(page: Page) {
  const list = page.getByRole('region', { name: 'Atendimentos' })
  const history = page.getByRole('region', { name: /^Conversa com/ })
  const field = page.getByRole('textbox', { name: 'Mensagem', exact: true })
  return {
    page,
    list,
    history,
    field,
    row: (name: string) => list.locator('[data-ticket]', { hasText: name }),
    tab: (name: string) => list.getByRole('tab', { name: new RegExp(`^${name}`) }),
    /** The message with this text, as the person reads it. */
    message: (text: string) => history.locator('[data-message]', { hasText: text }),
    messages: () => history.locator('[data-message] .bubble').allInnerTexts(),
    button: (name: string) => page.getByRole('button', { name, exact: true }),
    dialog: page.getByRole('dialog'),
    /** Takes the open ticket with its one primary button. */
    async accept(): Promise<void> {
      await history.locator('header').getByRole('button', { name: 'Aceitar' }).click()
      await sees(field)
    },
    async say(text: string): Promise<void> {
      await field.fill(text)
      await field.press('Enter')
      await sees(history.locator('[data-message]', { hasText: text }))
    },
    /** A ticket of the list by its contact's name, opened. */
    async open(name: string): Promise<void> {
      await list.locator('[data-ticket]', { hasText: name }).first().click()
      await sees(page.getByRole('heading', { name, exact: true }))
    },
  }
}

export type Desk = ReturnType<typeof deskOf>

/** A visitor on a page with the chat of the site. */
export async function visitorOn(page: Page, url: string) {
  await page.goto(url)
  const frame = await widgetOf(page)
  return chatIn(page, frame)
}

async function widgetOf(page: Page): Promise<Frame> {
  await page.locator('div >> button[aria-expanded]').waitFor()
  return until(() => page.frames().find((one) => /\/hooks\/.+\/frame/.test(one.url())))
}

export function chatIn(page: Page, frame: Frame) {
  const composer = frame.locator('.composer textarea')
  const bubble = (text: string) => frame.locator('.list .bubble', { hasText: text })
  return {
    page,
    frame,
    composer,
    bubble,
    bubbles: () => frame.locator('.list .bubble').allInnerTexts(),
    async open(): Promise<void> {
      await page.locator('div >> button[aria-expanded=false]').click()
      await frame.locator('.foot > *').first().waitFor()
    },
    async say(text: string): Promise<void> {
      await composer.fill(text)
      await composer.press('Enter')
      await sees(bubble(text))
    },
    async reload() {
      await page.reload()
      return chatIn(page, await widgetOf(page))
    },
  }
}
