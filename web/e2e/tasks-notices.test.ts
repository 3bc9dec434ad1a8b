import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Notification, Preferences } from '../../core/src/modules/notifications/contract.ts'
import { misses, sees, startBrowser } from './support/browser.ts'
import { choose } from './support/forms.ts'
import { signIn, startApp, type TestApp, until } from './support/people.ts'

const browser = startBrowser()
let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app?.close())

/** What somebody sees of tasks and notices. */
const viewOf = (page: Page) => ({
  page,
  dialog: page.getByRole('dialog'),
  bell: (name: string) => page.getByRole('button', { name, exact: true }),
  toast: (text: string) => page.getByRole('status').getByText(text, { exact: true }),
  row: (text: string) => page.getByRole('row').filter({ hasText: text }),
  drawer: page.getByRole('dialog', { name: 'Avisos' }),
})

it('a task is given, told of, done and reported back, live and by keyboard', async () => {
  const company = await app.newTenant()
  const ana = await company.user('user', { name: 'Ana Luz' })
  const [her, boss] = await Promise.all(
    [ana, company.admin].map(async ({ email }) => {
      const { page } = await browser.window()
      await signIn(page, app.url, email)
      return viewOf(page)
    }),
  )
  if (!her || !boss) throw new Error('nobody is there')
  await sees(her.bell('Avisos'), boss.bell('Avisos'))

  const { page } = boss
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await sees(page.getByText('Nenhuma tarefa ainda'))
  await page.keyboard.press('n')
  await sees(boss.dialog.getByRole('heading', { name: 'Nova tarefa' }))
  await page.keyboard.type('Ligar para a Rita')
  await page.keyboard.press('Control+Enter')
  await sees(boss.dialog.getByRole('alert'))
  await boss.dialog.getByLabel('Descrição').fill('Perguntar se a fatura chegou')
  await choose(page, boss.dialog, 'Responsável', 'Ana Luz')
  await choose(page, boss.dialog, 'Prioridade', 'Alta')
  await boss.dialog.getByLabel('Descrição').press('Control+Enter')
  await sees(boss.row('Ligar para a Rita'))
  await misses(boss.dialog)

  await sees(her.toast('Nova tarefa: Ligar para a Rita'), her.bell('Avisos: 1 não lido'))
  await her.page.keyboard.press('g')
  await her.page.keyboard.press('n')
  await sees(her.drawer.getByText('Zuleica Prado passou para você.'))
  await her.drawer.getByRole('button', { name: /^Nova tarefa: Ligar para a Rita/ }).press('Enter')
  await sees(her.dialog.getByRole('heading', { name: 'Editar tarefa' }))
  await her.dialog.press('Escape')
  await misses(her.dialog)
  await sees(her.bell('Avisos'))
  await her.row('Ligar para a Rita').getByRole('button', { name: 'Concluir “Ligar para a Rita”' }).click()
  await sees(her.row('Ligar para a Rita').getByText('Concluída', { exact: true }))
  await her.page.getByRole('status').getByRole('button', { name: 'Desfazer' }).click()
  await sees(her.row('Ligar para a Rita').getByText('Pendente'))
  await her.row('Ligar para a Rita').getByRole('button', { name: 'Concluir “Ligar para a Rita”' }).click()
  // the numbers beside the states change with it, and move what is clicked next
  await sees(her.row('Ligar para a Rita').getByText('Concluída', { exact: true }))
  await her.page.getByRole('radio', { name: /^Pendentes/ }).click()
  await misses(her.row('Ligar para a Rita'))

  await sees(
    boss.toast('Tarefa concluída: Ligar para a Rita'),
    boss.row('Ligar para a Rita').getByText('Concluída', { exact: true }),
  )
  await boss
    .row('Ligar para a Rita')
    .getByRole('button', { name: /^Ações de/ })
    .click()
  await page.getByRole('menuitem', { name: 'Excluir' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click()
  await sees(page.getByText('Nenhuma tarefa ainda'))
})

it('somebody chooses how to be told, and is left in peace', async () => {
  const company = await app.newTenant()
  const ana = await company.user('user', { name: 'Ana Luz' })
  const { page } = await browser.window()
  const her = viewOf(page)
  await signIn(page, app.url, ana.email)
  const give = (name: string) =>
    company.admin.api.post('/tasks', {
      name,
      description: 'x',
      limitDate: '2031-03-01T12:00:00.000Z',
      ownerId: ana.id,
      priority: 'low',
    })
  const preferences = async () => (await ana.api.get<Preferences>('/notifications/preferences')).body

  await her.bell('Avisos').click()
  await sees(her.drawer.getByText('Nenhum aviso'))
  await her.drawer.getByRole('button', { name: 'Preferências de avisos' }).click()
  const dialog = page.getByRole('dialog', { name: 'Preferências de avisos' })
  const tasks = dialog.getByRole('group', { name: 'Tarefas' })
  await choose(page, tasks, 'Som de Tarefas', 'Marimba')
  await tasks.getByRole('checkbox', { name: 'Na tela' }).uncheck()
  await until(async () => {
    const { sound, toast, push } = (await preferences()).events.task
    return sound === 'marimba' && !toast && push
  })
  await dialog.getByRole('switch', { name: /^Horário de silêncio/ }).check()
  await dialog.getByRole('checkbox', { name: 'Domingo' }).uncheck()
  await until(async () => (await preferences()).quietHours.days.length === 6)
  await dialog.getByRole('switch', { name: /^Horário de silêncio/ }).uncheck()
  await dialog.press('Escape')
  await misses(dialog)
  await give('Sem aviso na tela')
  await sees(her.bell('Avisos: 1 não lido'))
  await her.bell('Avisos: 1 não lido').click()
  await her.drawer.getByRole('button', { name: 'Não perturbe' }).click()
  await page.getByRole('menuitem', { name: 'Por 1 hora' }).click()
  await until(async () => (await preferences()).doNotDisturb.isOn)
  await give('Em silêncio')
  await sees(her.drawer.getByText('Nova tarefa: Em silêncio'))
  await her.drawer.getByRole('button', { name: 'Marcar todos como lidos' }).click()
  await her.drawer.press('Escape')
  await sees(her.bell('Avisos'))
  const { body } = await ana.api.get<{ notifications: Notification[] }>('/notifications')
  expect(body.notifications.every(({ readAt }) => readAt !== null)).toBe(true)
  expect(
    await page
      .getByRole('status')
      .getByText(/^Nova tarefa/)
      .count(),
  ).toBe(0)
})

it('a push shows while no window is open', async () => {
  const company = await app.newTenant()
  const { page } = await browser.window({ permissions: ['notifications'] })
  await signIn(page, app.url, company.admin.email)
  const context = page.context()
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
  const cdp = await context.newCDPSession(page)
  const registration = new Promise<string>((done) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) done(first.registrationId)
    })
  })
  await cdp.send('ServiceWorker.enable')
  const registrationId = await registration
  const shown = () =>
    worker.evaluate<object[]>(
      'registration.getNotifications().then((all) => all.map(({ title, body, tag }) => ({ title, body, tag })))',
    )
  const push = (title: string) =>
    cdp.send('ServiceWorker.deliverPushMessage', {
      origin: app.url,
      registrationId,
      data: JSON.stringify({ title, body: 'texto', tag: 'notification-1', link: '/tarefas' }),
    })
  await page.goto('about:blank')
  // the browser may take a moment to let go of a window that had the focus
  await until(() => worker.evaluate<boolean>("clients.matchAll({ type: 'window' }).then((all) => all.length === 0)"))
  await push('Nova tarefa')
  expect(await until(async () => (await shown()).length > 0 && shown())).toEqual([
    { title: 'Nova tarefa', body: 'texto', tag: 'notification-1' },
  ])
})
