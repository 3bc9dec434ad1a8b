import { metaTexts } from '@recado/meta-messaging'
import { definePlugin } from '@recado/sdk'
import en from '../locales/en.json' with { type: 'json' }
import es from '../locales/es.json' with { type: 'json' }
import pt from '../locales/pt.json' with { type: 'json' }
import { instagram } from './channel.ts'

export default definePlugin({ contributions: [instagram], locales: metaTexts({ pt, en, es }) })
