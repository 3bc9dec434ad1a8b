import { type Content, type ContentOf, PluginError } from '@recado/sdk'
import { CAPTION_LENGTH, INTERACTIVE_LENGTH, TEXT_LENGTH } from '../limits.ts'
import {
  contactsBody,
  hasCaption,
  locationBody,
  mediaBody,
  type Part,
  ready,
  refused,
  type Sending,
  textBody,
} from './body.ts'
import { carouselParts } from './carousel.ts'
import { buttonsPart, listBody, locationRequestBody } from './interactive.ts'
import { splitText } from './split-text.ts'
import { templatePart } from './template.ts'
import { mediaInfo, upload } from './upload.ts'

/** The messages that one of ours becomes. @throws PluginError UNSUPPORTED for what Meta has nothing for */
export async function planParts(sending: Sending, content: Content): Promise<Part[]> {
  switch (content.type) {
    case 'text':
      return textParts(sending, content.text)
    case 'media':
      return mediaParts(sending, content)
    case 'location':
      return [ready(locationBody(content))]
    case 'contact':
      return [ready(contactsBody(content))]
    case 'buttons': {
      const { before, text } = fitted(sending, content.text)
      return [...before, buttonsPart(sending, content, text)]
    }
    case 'list': {
      const { before, text } = fitted(sending, content.text)
      return [...before, ready(listBody(sending, content, text))]
    }
    case 'location-request': {
      const { before, text } = fitted(sending, content.text)
      return [...before, ready(locationRequestBody(text))]
    }
    case 'carousel':
      return carouselParts(sending, content)
    case 'template':
      return [await templatePart(sending, content)]
    default:
      throw new PluginError('UNSUPPORTED', { detail: sending.ctx.t('error.unsupported', { type: content.type }) })
  }
}

function textParts({ ctx }: Sending, text: string): Part[] {
  const pieces = splitText(text, TEXT_LENGTH)
  if (pieces.length === 0) throw refused(ctx, 'error.empty')
  return pieces.map((piece) => ready(textBody(piece)))
}

/** A caption that is too long, or that the kind cannot have, follows as a text of its own. */
async function mediaParts(sending: Sending, content: ContentOf<'media'>): Promise<Part[]> {
  const { ctx, cloud } = sending
  const info = await mediaInfo(ctx, content.media)
  const text = content.text?.trim() ?? ''
  const fits = text.length <= CAPTION_LENGTH && hasCaption(content.kind)
  const file: Part = {
    build: async (signal) => mediaBody(content.kind, await upload(ctx, cloud, info, signal), info, fits ? text : ''),
  }
  return fits || !text ? [file] : [file, ...textParts(sending, text)]
}

/** What is too long for the message with the choices goes ahead of it; the choices stand below the end. */
function fitted(sending: Sending, text: string): { before: Part[]; text: string } {
  const pieces = splitText(text, INTERACTIVE_LENGTH)
  const last = pieces.at(-1)
  if (last === undefined) throw refused(sending.ctx, 'error.empty')
  const ahead = pieces.slice(0, -1).join('\n')
  return { before: ahead ? textParts(sending, ahead) : [], text: last }
}
