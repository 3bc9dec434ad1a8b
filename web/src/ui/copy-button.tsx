import IconButton from '@mui/joy/IconButton'
import Tooltip from '@mui/joy/Tooltip'
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useT } from '../lib/i18n/i18n.ts'
import { toast } from '../lib/toasts.ts'

/** Copies a text and says so for a moment. */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const t = useT('ui')
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 1_500)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => toast.warning(t('copyFailed')),
    )
  }
  return (
    <Tooltip title={copied ? t('copied') : (label ?? t('copy'))}>
      <IconButton aria-label={label ?? t('copy')} onClick={copy} color={copied ? 'success' : 'neutral'}>
        {copied ? <Check size={16} /> : <Copy size={16} />}
      </IconButton>
    </Tooltip>
  )
}
