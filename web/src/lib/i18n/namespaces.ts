import type { TypeOptions } from 'i18next'

/** Names of all catalogues; declared with their keys in `app/texts.d.ts`. */
export type Namespace = keyof TypeOptions['resources'] & string
