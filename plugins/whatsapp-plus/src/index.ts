import { definePlugin } from '@recado/sdk'
import en from '../locales/en.json' with { type: 'json' }
import es from '../locales/es.json' with { type: 'json' }
import pt from '../locales/pt.json' with { type: 'json' }
import { whatsappPlus } from './channel.ts'

export default definePlugin({ contributions: [whatsappPlus], locales: { pt, en, es } })
