import Box from '@mui/joy/Box'
import FormControl from '@mui/joy/FormControl'
import FormHelperText from '@mui/joy/FormHelperText'
import FormLabel from '@mui/joy/FormLabel'
import Typography from '@mui/joy/Typography'
import { type ReactNode, useId, useLayoutEffect } from 'react'
import { useT } from '../../lib/i18n/i18n.ts'
import { problemText } from './problem-text.ts'
import type { Problem } from './problems.ts'

export interface FieldFrameProps {
  label: string
  help?: ReactNode
  problem?: Problem | undefined
  optional?: boolean
  /** Gets the ids that tie the control to its label and texts. */
  children(ids: { id: string; describedBy: string | undefined }): ReactNode
  /** Several controls under one label: a group instead of one labelled control. */
  group?: boolean
  /** Links of the summary lead here. */
  name?: string
}

/** Label above, help or the problem under it, tied together for screen readers. */
export function FieldFrame({ label, help, problem, optional = false, children, name, group = false }: FieldFrameProps) {
  const t = useT('ui')
  const id = useId()
  const note = problem ? problemText(t, problem) : help
  const noteId = `${id}-note`
  const isInvalid = problem !== undefined
  // Joy colours the control, but tells only those who see it.
  useLayoutEffect(() => {
    document.getElementById(id)?.setAttribute('aria-invalid', String(isInvalid))
  }, [id, isInvalid])
  const words = (
    <>
      {label}
      {optional && (
        <Typography level="body-xs" sx={{ ml: 1 }}>
          {t('optional')}
        </Typography>
      )}
    </>
  )
  const ids = { id, describedBy: note ? noteId : undefined }
  const anchor = name ? { 'data-field': name } : {}
  if (group) {
    return (
      <Box role="group" aria-labelledby={`${id}-label`} aria-describedby={ids.describedBy} {...anchor}>
        <FormLabel component="div" id={`${id}-label`}>
          {words}
        </FormLabel>
        {children(ids)}
        {note && (
          <Typography level="body-xs" id={noteId} color={problem ? 'danger' : 'neutral'} sx={{ mt: 1.5 }}>
            {note}
          </Typography>
        )}
      </Box>
    )
  }
  return (
    <FormControl error={isInvalid} {...anchor}>
      <FormLabel htmlFor={id}>{words}</FormLabel>
      {children(ids)}
      {note && <FormHelperText id={noteId}>{note}</FormHelperText>}
    </FormControl>
  )
}
