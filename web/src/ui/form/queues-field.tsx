import type { Queue } from '@recado/core/modules/queues/contract'
import { ColourDot } from '../colour.tsx'
import { FieldFrame } from './field.tsx'
import { MultiPick } from './multi-pick.tsx'

interface QueuesFieldProps {
  label: string
  help: string
  /** What none of them means. */
  placeholder: string
  queues: readonly Queue[]
  value: number[]
  onChange(ids: number[]): void
}

/** Some queues, or none for all of them. */
export function QueuesField({ label, help, placeholder, queues, value, onChange }: QueuesFieldProps) {
  return (
    <FieldFrame label={label} help={help} optional name="queues">
      {({ id, describedBy }) => (
        <MultiPick
          id={id}
          describedBy={describedBy}
          value={value}
          placeholder={placeholder}
          onChange={onChange}
          choices={queues.map((queue) => ({
            value: queue.id,
            label: queue.name,
            mark: <ColourDot colour={queue.color} />,
          }))}
        />
      )}
    </FieldFrame>
  )
}
