import type { Transporter } from 'nodemailer'

export interface Mail {
  to: string
  subject: string
  text: string
  /** Made from the text when absent. */
  html?: string
}

export interface Mailer {
  /** `smtp` sends; `log` writes to the log (development); `off` drops, since nothing is set up. */
  mode: 'smtp' | 'log' | 'off'
  from: string | null
  /** @throws whatever the mail server answers; callers log it and go on. */
  send(mail: Mail): Promise<void>
  close(): void
}

export interface MailConfig {
  /** `smtp://user:password@host:587` or `smtps://…`. */
  mailUrl: string | undefined
  mailFrom: string | undefined
  isProduction: boolean
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Paragraphs and line breaks of a text as HTML; nothing in it is taken for markup. */
export const htmlOf = (text: string): string =>
  text
    .replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>')}</p>`)
    .join('\n')

const oneLine = (text: string): string => text.replace(/[\r\n]+/g, ' ')

export function createMailer(config: MailConfig, log: { info(fields: object, message: string): void }): Mailer {
  const from = config.mailFrom ?? null
  if (config.mailUrl === undefined) {
    return {
      mode: config.isProduction ? 'off' : 'log',
      from,
      async send(mail) {
        if (!config.isProduction) log.info({ to: mail.to, subject: mail.subject, text: mail.text }, 'mail')
      },
      close() {},
    }
  }
  const url = config.mailUrl
  let transport: Promise<Transporter> | null = null
  /** Loaded by the first mail, so that the start does not wait for it. */
  const open = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer')
    return createTransport(url, { from: from ?? undefined, disableFileAccess: true, disableUrlAccess: true })
  }
  return {
    mode: 'smtp',
    from,
    async send({ to, subject, text, html }) {
      transport ??= open()
      const opened = await transport
      await opened.sendMail({ to, subject: oneLine(subject), text, html: html ?? htmlOf(text) })
    },
    close: () => void transport?.then((opened) => opened.close()),
  }
}
