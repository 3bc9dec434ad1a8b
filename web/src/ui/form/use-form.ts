import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { TSchema } from 'typebox'
import { holdUnsaved } from '../../lib/unsaved.ts'
import { checkForm, type Problems } from './problems.ts'

export interface Form<Values extends object> {
  values: Values
  set<Name extends keyof Values>(name: Name, value: Values[Name]): void
  patch(values: Partial<Values>): void
  /** Problems to show: of fields that were left or of all after a refused submit. */
  problems: Problems
  /** The field was left: its problem may now be told. */
  touch(name: keyof Values & string): void
  dirty: boolean
  saving: boolean
  /** Rises with each refused submit, so that the summary takes focus. */
  refusals: number
  /** What the server refused. */
  failure: unknown
  submit(): Promise<boolean>
}

interface FormOptions<Values extends object> {
  schema: TSchema
  initial: Values
  /** Rules across fields, beyond the schema; what they say of a field goes before what the schema says. */
  check?(values: Values): Problems
  /** Throws what the server refused; shown in the summary. */
  save(values: Values): Promise<unknown>
}

/** State of a form: local, validated by the contract's own schema, guarded against loss. */
export function useForm<Values extends object>({ schema, initial, check, save }: FormOptions<Values>): Form<Values> {
  const [start] = useState(initial)
  const [values, setValues] = useState(initial)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [refusals, setRefusals] = useState(0)
  const [saving, setSaving] = useState(false)
  const [saved, setSaved] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const running = useRef(false)

  const all = useMemo(
    () => ({ ...checkForm(schema, values as Record<string, unknown>), ...check?.(values) }),
    [schema, values, check],
  )
  const shown = refusals > 0 ? all : Object.fromEntries(Object.entries(all).filter(([name]) => touched.has(name)))
  const dirty = !saved && JSON.stringify(values) !== JSON.stringify(start)

  const isDirty = useEffectEvent(() => dirty)
  useEffect(() => holdUnsaved(() => isDirty()), [])

  const submit = async (): Promise<boolean> => {
    if (running.current) return false
    setFailure(null)
    if (Object.keys(all).length > 0) {
      setRefusals((count) => count + 1)
      return false
    }
    running.current = true
    setSaving(true)
    try {
      await save(values)
      setSaved(true)
      return true
    } catch (error) {
      setFailure(error)
      setRefusals((count) => count + 1)
      return false
    } finally {
      running.current = false
      setSaving(false)
    }
  }

  return {
    values,
    set: (name, value) => setValues((now) => ({ ...now, [name]: value })),
    patch: (more) => setValues((now) => ({ ...now, ...more })),
    problems: shown,
    touch: (name) => setTouched((now) => (now.has(name) ? now : new Set(now).add(name))),
    dirty,
    saving,
    refusals,
    failure,
    submit,
  }
}
