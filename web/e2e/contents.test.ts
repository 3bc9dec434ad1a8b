import { randomUUID } from 'node:crypto'
import { type BotApi, startBotApi } from '@recado/plugin-telegram/stand-in'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Company, until } from '../../core/test/app.ts'
import { inboundText, pushEvents } from '../../core/test/rich-company.ts'
import { misses, sees, startBrowser } from './support/browser.ts'
import { PHOTO } from './support/forms.ts'
import { deskOf, signIn, startApp, type TestApp } from './support/people.ts'

const browser = startBrowser()
let app: TestApp
let company: Company
let bot: BotApi
beforeAll(async () => {
  bot = await startBotApi()
  app = await startApp({ env: { RECADO_ENDPOINT_TELEGRAM_API: bot.url } })
  company = await app.newTenant()
})
afterAll(async () => {
  await app?.close()
  await bot?.close()
})

/** Six seconds of silence as a browser plays them without any codec. */
function silence(): Buffer {
  const [rate, samples] = [8000, 48_000]
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples, 4)
  head.write('WAVEfmt ', 8)
  for (const [at, value] of [16, 1 | (1 << 16), rate, rate, 1 | (8 << 16)].entries())
    head.writeUInt32LE(value, 16 + at * 4)
  head.write('data', 36)
  head.writeUInt32LE(samples, 40)
  return Buffer.concat([head, Buffer.alloc(samples, 128)])
}

const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')

it('what customers send is heard, watched and read without leaving the conversation', async () => {
  await company.channel('telegram', { botToken: bot.token, mode: 'polling', ignoreGroups: false, typing: false })
  const { page } = await browser.window()
  const desk = deskOf(page)
  await signIn(page, app.url, company.admin.email)
  const bia = bot.addUser({ first_name: 'Bia', last_name: 'Moura' })
  bot.userSays(bia, 'Seguem os arquivos')
  await desk.tab('Pendentes').click()
  await desk.open('Bia Moura')
  await desk.accept()

  bot.userSendsFile(bia, 'audio', { bytes: silence(), fileName: 'recado.wav', mimeType: 'audio/wav' })
  await desk.history.getByRole('button', { name: 'Ouvir' }).click()
  await sees(desk.history.getByRole('button', { name: 'Pausar' }))
  await desk.history.getByRole('button', { name: 'Velocidade' }).click()
  await expect
    .poll(() => page.locator('audio').evaluate((audio: { playbackRate?: number }) => audio.playbackRate))
    .not.toBe(1)
  // it comes to its end, and can be heard again
  await sees(desk.history.getByRole('button', { name: 'Ouvir' }))

  const film = Buffer.concat([Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomiso2', 'latin1'), Buffer.alloc(64)])
  bot.userSendsFile(bia, 'photo', { bytes: PHOTO })
  await desk.history.getByRole('button', { name: /^Ampliar/ }).click()
  const viewer = page.getByRole('dialog')
  await sees(viewer.getByRole('img'))
  await page.keyboard.press('Escape')
  await misses(viewer)
  bot.userSendsFile(bia, 'video', { bytes: film, fileName: 'obra.mp4', mimeType: 'video/mp4' })
  await sees(desk.history.locator('video'))

  bot.userSendsFile(bia, 'document', { bytes: PDF, fileName: 'nota.pdf', mimeType: 'application/pdf' })
  await desk.history.getByRole('button', { name: 'Ver nota.pdf' }).click()
  const address = await page.getByRole('dialog', { name: 'nota.pdf' }).locator('iframe').getAttribute('src')
  const file = await fetch(new URL(address ?? '', app.url))
  expect([file.headers.get('content-type'), Buffer.from(await file.arrayBuffer())]).toEqual(['application/pdf', PDF])
  await page.keyboard.press('Escape')
  const text = Buffer.from('Pedido 42\n<script>alert(1)</script>')
  bot.userSendsFile(bia, 'document', { bytes: text, fileName: 'pedido.txt', mimeType: 'text/plain' })
  await desk.history.getByRole('button', { name: 'Ver pedido.txt' }).click()
  await sees(page.getByRole('dialog', { name: 'pedido.txt' }).getByText('<script>alert(1)</script>'))
  await page.keyboard.press('Escape')

  bot.userSends(bia, { location: { latitude: -23.5, longitude: -46.6 } })
  const map = desk.history.getByRole('link', { name: 'Abrir no mapa' })
  expect(await map.getAttribute('href')).toContain('mlat=-23.5&mlon=-46.6')
})

it('an agent sends a place, a card, a list, cards side by side and asks where somebody is', async () => {
  const channel = await company.channel('fake-official')
  const from = `5511${String(Math.floor(Math.random() * 1e9)).padStart(9, '9')}`
  await pushEvents(channel.hookUrl, [inboundText(from, 'Caio Reis', 'Oi')])
  const { page } = await browser.window()
  const desk = deskOf(page)
  await signIn(page, app.url, company.admin.email)
  await desk.tab('Pendentes').click()
  await desk.open('Caio Reis')
  await desk.accept()
  const begin = (kind: string) => openDialog(page, kind)
  const send = async (dialog: ReturnType<Page['getByRole']>) => {
    await dialog
      .getByRole('button', { name: /^Enviar/ })
      .last()
      .click()
    await misses(dialog)
  }

  const place = await begin('Localização')
  await place.getByLabel('Latitude').fill('-123')
  await place.getByLabel('Longitude').fill('-46.6')
  await place
    .getByRole('button', { name: /^Enviar/ })
    .last()
    .click()
  await sees(place.getByRole('button', { name: 'Latitude' }))
  await place.getByLabel('Latitude').fill('-23.5')
  await place.getByLabel('Nome do lugar').fill('Loja')
  await send(place)

  const card = await begin('Contato')
  await card.getByRole('combobox').fill('Caio')
  await page.getByRole('option', { name: /Caio Reis/ }).click()
  await send(card)

  const list = await begin('Lista')
  await list.getByLabel('Texto', { exact: true }).fill('O que deseja?')
  await list.getByRole('textbox', { name: 'Opção 1', exact: true }).fill('Segunda via')
  await list.getByRole('textbox', { name: 'Opção 2', exact: true }).fill('Falar com alguém')
  await send(list)

  const cards = await begin('Carrossel')
  for (const [number, title] of ['Mesa', 'Cadeira'].entries())
    await cards.getByRole('textbox', { name: `Cartão ${number + 1} · Título` }).fill(title)
  await cards.getByRole('textbox', { name: 'Cartão 1 · Texto do botão' }).fill('Quero')
  await send(cards)

  const question = await begin('Pedir a localização')
  await send(question)

  const sent = await until(async () => {
    const answer = await fetch(`${channel.hookUrl}/sent`)
    const { sent } = (await answer.json()) as { sent: { to: { value: string }; content?: { type: string } }[] }
    const mine = sent.filter(({ to, content }) => to.value === from && content)
    return mine.length === 5 ? mine.map(({ content }) => content) : null
  })
  expect(sent).toMatchObject([
    { type: 'location', latitude: -23.5, longitude: -46.6, name: 'Loja' },
    { type: 'contact', contacts: [{ name: 'Caio Reis', phones: [`+${from}`] }] },
    {
      type: 'list',
      text: 'O que deseja?',
      sections: [{ rows: [{ label: 'Segunda via' }, { label: 'Falar com alguém' }] }],
    },
    { type: 'carousel', cards: [{ title: 'Mesa', buttons: [{ label: 'Quero' }] }, { title: 'Cadeira' }] },
    { type: 'location-request', text: 'Pode compartilhar sua localização?' },
  ])
  await sees(desk.message('Loja').getByRole('link', { name: 'Abrir no mapa' }), desk.message('Segunda via'))
  await sees(desk.message('Mesa').getByText('Quero'), desk.message('Caio Reis').getByText('Enviada', { exact: true }))

  // what a channel cannot do is not offered
  const plain = `Zoé ${randomUUID().slice(0, 4)}`
  bot.userSays(bot.addUser({ first_name: plain }), 'Oi')
  await desk.tab('Pendentes').click()
  await desk.open(plain)
  await desk.accept()
  await page.getByRole('button', { name: 'Outros tipos de mensagem' }).click()
  await sees(page.getByRole('menuitem', { name: 'Localização' }))
  for (const kind of ['Carrossel', 'Modelo aprovado', 'Pedir a localização'])
    expect(await page.getByRole('menuitem', { name: kind }).count()).toBe(0)
})

async function openDialog(page: Page, kind: string) {
  await page.getByRole('button', { name: 'Outros tipos de mensagem' }).click()
  await page.getByRole('menuitem', { name: kind, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: kind })
  await sees(dialog)
  return dialog
}
