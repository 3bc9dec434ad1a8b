import { channelsContract } from '@recado/core/modules/channels/contract'
import { mediaContract } from '@recado/core/modules/media/contract'
import { queuesContract } from '@recado/core/modules/queues/contract'
import { tagsContract } from '@recado/core/modules/tags/contract'
import type { Step } from '@recado/sdk'
import type { Pickable } from '@recado/sdk/settings'
import { readEverybody } from '../../entities/everybody.ts'
import { call } from '../../lib/http/client.ts'
import { upload } from '../../lib/http/upload.ts'
import { type PanelHost, StepError } from '../../plugin-ui/host.ts'
import type { Choice } from '../../ui/form/fields.tsx'

type Named = { id: number; name: string }

const choices = (rows: Named[]): Choice<number>[] => rows.map(({ id, name }) => ({ value: id, label: name }))

async function pick(kind: Pickable): Promise<Choice<number>[]> {
  switch (kind) {
    case 'queue':
      return choices(await call(queuesContract.routes.list))
    case 'user':
      return choices(await readEverybody())
    case 'tag':
      return choices(await call(tagsContract.routes.list, { query: {} }))
    case 'channel':
      return choices(await call(channelsContract.routes.list))
    default:
      return []
  }
}

/** Serves a channel's panel; `run` calls an action of its type with the form as it stands. */
export const panelHost = (run: (action: string) => Promise<Step>): PanelHost => ({
  pick,
  options: async (action) => {
    const step = await run(action)
    if (step.type === 'options') return step.options
    throw new StepError(step.type === 'error' ? step.message : '')
  },
  upload: async (file, onProgress) => (await upload(mediaContract.routes.upload, { files: { file }, onProgress })).id,
})
