import type { Option } from '@recado/sdk'
import type { Pickable } from '@recado/sdk/settings'
import { createContext, useContext } from 'react'
import type { Choice } from '../ui/form/fields.tsx'

/** An action refused, in the plugin's own words. */
export class StepError extends Error {
  override name = 'StepError'
}

/** What a panel needs of the screen that shows it. */
export interface PanelHost {
  /** Things of the company that a field may point at. */
  pick(kind: Pickable): Promise<Choice<number>[]>
  /** Asks an action of the plugin for choices, with the form as it stands. */
  options(action: string): Promise<Option[]>
  /** Keeps a file and answers its media id. */
  upload(file: File, onProgress: (share: number) => void): Promise<string>
}

export const PanelHostContext = createContext<PanelHost | null>(null)

export function usePanelHost(): PanelHost {
  const host = useContext(PanelHostContext)
  if (!host) throw new Error('a settings panel needs a PanelHostContext')
  return host
}
