import type { WireChoice, WireContent, WireFile } from '../../../src/wire.ts'
import { h, icon } from '../dom.ts'
import { linkify, outside, safeUrl } from '../linkify.ts'
import type { Texts } from '../texts.ts'

export interface ContentActions {
  choose(choice: { id: string; text: string }): void
  renewLink(url: string): Promise<string | null>
  /** A picture took its place: the log may have to scroll along. */
  onLoad(): void
}

interface Deps {
  texts: Texts
  language: string
  actions: ContentActions
  /** The choices of an answered or older message are no longer to be taken. */
  choosable: boolean
}

const KB = 1024

export function sizeText(bytes: number, language: string): string {
  const [value, unit] = bytes >= KB * KB ? [bytes / KB / KB, 'MB'] : [Math.max(1, bytes / KB), 'KB']
  return `${new Intl.NumberFormat(language, { maximumFractionDigits: value < 10 ? 1 : 0 }).format(value)} ${unit}`
}

const written = (text: string): HTMLElement => h('p', { class: 'text', dir: 'auto' }, ...linkify(text))

/** Links run out: an old one is renewed on the way to being opened. */
function opening(file: WireFile, suffix: string, actions: ContentActions) {
  return (event: MouseEvent) => {
    if (Date.now() < file.expiresAt) return
    event.preventDefault()
    const tab = window.open('', '_blank')
    actions
      .renewLink(file.url)
      .then((url) => {
        if (tab && url) tab.location.replace(new URL(url + suffix, location.href))
        else tab?.close()
      })
      .catch(() => tab?.close())
  }
}

function fileElement(file: WireFile, { texts, language, actions }: Deps): HTMLElement {
  const name = file.name || texts[file.kind]
  if (file.kind === 'image') {
    const image = h('img', { src: file.url, alt: name, class: 'picture', loading: 'lazy', load: actions.onLoad })
    image.addEventListener('error', () => {
      if (!image.dataset.again) {
        image.dataset.again = '1'
        actions.renewLink(file.url).then(
          (url) => url && image.setAttribute('src', url),
          () => null,
        )
      } else image.replaceWith(card(file, name, language, texts, actions))
    })
    const link = outside(file.url, image)
    link.addEventListener('click', opening(file, '', actions))
    return link
  }
  if (file.kind === 'audio') return h('audio', { src: file.url, controls: true, preload: 'none', 'aria-label': name })
  if (file.kind === 'video') {
    return h('video', { src: file.url, controls: true, preload: 'metadata', class: 'picture', 'aria-label': name })
  }
  return card(file, name, language, texts, actions)
}

function card(file: WireFile, name: string, language: string, texts: Texts, actions: ContentActions): HTMLElement {
  const detail = file.size > 0 ? sizeText(file.size, language) : texts.download
  const link = outside(
    `${file.url}&download=1`,
    icon('file'),
    h('span', { class: 'file-name', dir: 'auto' }, name),
    h('span', { class: 'file-size' }, detail),
  )
  link.className = 'file'
  link.addEventListener('click', opening(file, '&download=1', actions))
  return link
}

function choiceElement(choice: WireChoice, { actions, choosable }: Deps): HTMLElement {
  const href = choice.url ? safeUrl(choice.url) : null
  const inside = [
    h('span', { dir: 'auto' }, choice.label),
    ...(choice.description ? [h('small', { dir: 'auto' }, choice.description)] : []),
  ]
  if (href) {
    const link = outside(href, ...inside)
    link.className = 'choice'
    return link
  }
  const choose = () => actions.choose({ id: choice.id, text: choice.label })
  return h('button', { type: 'button', class: 'choice', disabled: !choosable, click: choose }, ...inside)
}

function choices(content: Extract<WireContent, { type: 'choices' }>, deps: Deps): HTMLElement[] {
  const groups = content.groups.map(({ title, choices }) =>
    h(
      'div',
      { class: 'choices', role: 'group', ...(title ? { 'aria-label': title } : {}) },
      title && h('p', { class: 'group', 'aria-hidden': 'true', dir: 'auto' }, title),
      ...choices.map((choice) => choiceElement(choice, deps)),
    ),
  )
  if (!content.open) return groups
  return [h('details', { open: deps.choosable }, h('summary', { dir: 'auto' }, content.open), ...groups)]
}

/** What stands in a bubble. */
export function contentElements(content: WireContent, deps: Deps): HTMLElement[] {
  switch (content.type) {
    case 'text':
      return [written(content.text)]
    case 'file':
      return [fileElement(content.file, deps), ...(content.text ? [written(content.text)] : [])]
    case 'choices':
      return [
        ...(content.text ? [written(content.text)] : []),
        ...(content.footer ? [h('p', { class: 'small', dir: 'auto' }, content.footer)] : []),
        ...choices(content, deps),
      ]
    case 'location': {
      const place = `${content.latitude},${content.longitude}`
      const label = content.text || deps.texts.location
      return [
        h(
          'p',
          { class: 'text' },
          outside(`https://www.openstreetmap.org/search?query=${encodeURIComponent(place)}`, label),
        ),
      ]
    }
    case 'unsupported':
      return [h('p', { class: 'text small' }, content.text || deps.texts.unsupported)]
  }
}

/** One line that stands for a content, in a quote. */
export function contentLine(content: WireContent, texts: Texts): string {
  if (content.type === 'file') return content.text || content.file.name || texts[content.file.kind]
  if (content.type === 'unsupported') return content.text || texts.unsupported
  if (content.type === 'location') return content.text || texts.location
  return content.text
}
