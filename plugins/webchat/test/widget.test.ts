import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from '../../../web/e2e/support/chromium.ts'
import { visit, visitIn } from './browser.ts'
import { type Host, type HostOptions, startHost } from './host.ts'
import { hashOf } from './sign.ts'

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

describe('a conversation', () => {
  it('goes both ways and shows its true state', async () => {
    const host = await begin()
    const { page, frame, open, say, sees, problems } = await visit(browser, host)
    await open()
    await say('Boa tarde')
    const address = await visitor(host)
    const row = await host.core.agentSends(address, 'Boa tarde! <b>Veja</b> https://loja.example/a?b=1.', {
      sender: 'Bia',
    })
    await sees('<b>Veja</b>')
    const link = frame.locator('.bubble a')
    expect(await link.getAttribute('href')).toBe('https://loja.example/a?b=1')
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer nofollow')
    await host.core.events.waitFor((event) => event.kind === 'receipt' && event.status === 'read')
    expect(row.status).toBe('read')
    const mine = host.core.rows[0]?.id ?? ''
    await host.instances[0]?.markRead?.({ kind: 'webchat', value: address }, [mine], new AbortController().signal)
    await frame.locator('.state.read').waitFor()
    await host.core.edit(row, 'Boa tarde! Já volto.')
    await sees('Já volto')
    await host.core.remove(row)
    await sees('Mensagem apagada')
    host.core.setTicket(address, { status: 'closed' })
    await frame.locator('.notice', { hasText: 'encerrada' }).waitFor()
    expect(problems).toEqual([])
    await page.keyboard.press('Escape')
    await page.locator('button[aria-expanded=false]').waitFor()
    expect(await page.evaluate('document.activeElement.shadowRoot.activeElement.className')).toBe('button')
  })

  it('resumes after a reload and counts what came meanwhile', async () => {
    const host = await begin()
    const first = await visit(browser, host)
    await first.open()
    await first.say('guarde isto')
    const address = await visitor(host)
    await first.page.goto('about:blank')
    await host.quiet()
    await host.core.agentSends(address, 'uma')
    await host.core.agentSends(address, 'duas')
    const back = await visitIn(first.page, host)
    await back.page.locator('.badge', { hasText: '2' }).waitFor()
    await back.open()
    await back.sees('duas')
    expect(await back.bubbles()).toEqual(['guarde isto', 'uma', 'duas'])
    await back.page.locator('.badge').waitFor({ state: 'hidden' })
  })

  it('is one in two tabs, each message once in each', async () => {
    const host = await begin()
    const one = await visit(browser, host)
    await one.open()
    await one.say('da primeira aba')
    const two = await visitIn(await one.page.context().newPage(), host)
    await two.open()
    await two.sees('da primeira aba')
    await two.say('da segunda aba')
    await one.sees('da segunda aba')
    await host.core.agentSends(await visitor(host), 'para as duas')
    for (const tab of [one, two]) {
      await tab.sees('para as duas')
      expect(await tab.bubbles()).toEqual(['da primeira aba', 'da segunda aba', 'para as duas'])
    }
  })

  it('loses and doubles nothing when the network goes, not even with a reload in between', async () => {
    const host = await begin()
    const { page, frame, open, say } = await visit(browser, host)
    await open()
    await say('antes')
    const address = await visitor(host)
    await frame.locator('.state.delivered').waitFor()
    host.network(false)
    await say('sem rede 1')
    await say('sem rede 2')
    await frame.locator('.banner', { hasText: 'Sem conexão' }).waitFor()
    expect(await frame.locator('.state.waiting').count()).toBe(2)
    await host.core.agentSends(address, 'enquanto isso')
    host.network(true)
    const back = await visitIn(page, host)
    await back.open()
    await back.sees('sem rede 2')
    await back.frame.locator('.state.waiting').waitFor({ state: 'detached' })
    await host.core.events.waitFor((event) => event.kind === 'message' && JSON.stringify(event).includes('sem rede 2'))
    expect(host.core.texts(address)).toEqual(['antes', 'enquanto isso', 'sem rede 1', 'sem rede 2'])
    await back.sees('enquanto isso')
    expect((await back.bubbles()).sort()).toEqual(['antes', 'enquanto isso', 'sem rede 1', 'sem rede 2'])
  })

  it('reconnects by itself and fetches the gap', async () => {
    const host = await begin()
    const { frame, open, say, sees } = await visit(browser, host)
    await open()
    await say('antes')
    const address = await visitor(host)
    host.network(false)
    await host.quiet()
    await frame.locator('.banner:not(:empty)').waitFor()
    await host.core.agentSends(address, 'no escuro')
    host.network(true)
    await frame.evaluate("dispatchEvent(new Event('online'))")
    await sees('no escuro')
    await frame.locator('.banner:empty').waitFor({ state: 'attached' })
  })

  it('works over HTTP where no socket gets through', async () => {
    const host = await begin({ limits: { pollHoldMs: 100 } })
    host.sockets(false)
    const { open, say, sees, bubbles } = await visit(browser, host)
    await open()
    await say('por HTTP')
    await host.core.agentSends(await visitor(host), 'também')
    await sees('também')
    await host.core.events.waitFor((event) => event.kind === 'receipt' && event.status === 'read')
    expect(await bubbles()).toEqual(['por HTTP', 'também'])
  })
})

describe('what else a visitor can do', () => {
  it('send files, and learn at once what is refused', async () => {
    const host = await begin({ settings: { maxFileMb: 1 } })
    const { frame, open } = await visit(browser, host)
    await open()
    const picker = frame.locator('input[type=file]')
    await picker.setInputFiles({ name: 'ponto.png', mimeType: 'image/png', buffer: PNG })
    const image = frame.locator('.list img[src^="files/"]')
    await image.waitFor()
    await expect.poll(() => image.evaluate((one) => (one as unknown as { naturalWidth: number }).naturalWidth)).toBe(1)
    await picker.setInputFiles({ name: 'filme.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(1_048_577) })
    await frame.locator('.problem', { hasText: '“filme.mp4” passa de 1 MB' }).waitFor()
    await picker.setInputFiles({ name: 'virus.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') })
    await frame.locator('.problem', { hasText: '“virus.exe” não pode' }).waitFor()
    expect(host.media.files.size).toBe(1)
  })

  it('paste a picture and drop a file', async () => {
    const host = await begin()
    const { frame, open } = await visit(browser, host)
    await open()
    for (const kind of ['paste', 'drop'] as const) {
      await frame.evaluate(`
        const data = new DataTransfer()
        data.items.add(new File(['bom dia'], '${kind}.txt', { type: 'text/plain' }))
        const init = { bubbles: true, cancelable: true, clipboardData: data, dataTransfer: data }
        const Kind = '${kind}' === 'paste' ? ClipboardEvent : DragEvent
        document.querySelector('.composer textarea').dispatchEvent(new Kind('${kind}', init))
      `)
      await frame.locator('a.file', { hasText: `${kind}.txt` }).waitFor()
    }
  })

  it('take a choice once', async () => {
    const host = await begin()
    const { frame, open, say, sees } = await visit(browser, host)
    await open()
    await say('oi')
    const buttons = [
      { id: 'fin', label: 'Financeiro' },
      { id: 'sup', label: 'Suporte' },
    ]
    await host.core.agentSends(await visitor(host), { type: 'buttons', text: 'Qual setor?', buttons })
    await frame.locator('.choice', { hasText: 'Suporte' }).click()
    await sees('Suporte')
    const event = await host.core.events.waitFor((one) => one.kind === 'message' && one.content.type === 'choice')
    expect(event).toMatchObject({ content: { id: 'sup', text: 'Suporte' } })
    await expect.poll(() => frame.locator('.choice:not([disabled])').count()).toBe(0)
  })

  it('answer the form first', async () => {
    const settings = { prechat: true, prechatFields: ['name' as const], prechatRequired: ['name' as const] }
    const host = await begin({ settings })
    const { frame, open, say } = await visit(browser, host)
    await open()
    await frame.locator('button.primary').click()
    await frame.locator('.problem', { hasText: 'Preencha este campo.' }).waitFor()
    await frame.getByLabel('Nome').fill('Ana')
    await frame.locator('button.primary').click()
    await frame.locator('.composer').waitFor()
    await say('pronto')
    expect(host.core.partyOf(await visitor(host))?.name).toBe('Ana')
  })

  it('leave a message outside business hours', async () => {
    const host = await begin({ settings: { offlineMode: 'form' } })
    host.core.setAvailability({ open: false })
    const { frame, open } = await visit(browser, host)
    await open()
    await frame.getByLabel('Nome').fill('Ana')
    await frame.getByLabel('E-mail').fill('ana@loja.example')
    await frame.getByLabel('Mensagem', { exact: true }).fill('Me liguem')
    await frame.locator('button.primary').click()
    await host.core.events.waitFor(({ kind }) => kind === 'message')
    expect(host.core.texts(await visitor(host))).toEqual(['Me liguem'])
  })

  it('be identified by the page, and forgotten when they sign out', async () => {
    const host = await begin()
    const { page, frame, open, say, bubbles } = await visit(browser, host)
    await open()
    await say('quem sou eu')
    await visitor(host)
    const identity = { id: '42', hash: hashOf('42'), name: 'Ana' }
    await page.evaluate(`Recado.identify(${JSON.stringify(identity)})`)
    await host.core.events.waitFor((event) => event.kind === 'contact')
    await host.core.agentSends('user:42', 'Oi, Ana')
    await frame.locator('.list .bubble', { hasText: 'Oi, Ana' }).waitFor()
    expect(await bubbles()).toEqual(['quem sou eu', 'Oi, Ana'])
    await page.evaluate('Recado.reset()')
    await expect.poll(bubbles).toEqual([])
    const kept = await frame.evaluate('JSON.stringify(localStorage)')
    expect(kept).not.toContain('Ana')
    expect(await page.evaluate('JSON.stringify(localStorage)')).toBe('{}')
  })
})

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGD4DwABBAEAX+XDSwAAAABJRU5ErkJggg==',
  'base64',
)
