import { definePlugin } from '@recado/sdk'
import en from '../locales/en.json' with { type: 'json' }
import es from '../locales/es.json' with { type: 'json' }
import pt from '../locales/pt.json' with { type: 'json' }
import { ai } from './ai.ts'

export default definePlugin({ contributions: [ai], locales: { pt, en, es } })
