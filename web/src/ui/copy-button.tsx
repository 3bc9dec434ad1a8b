import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useT } from '../lib/i18n/i18n.ts'
import { toast } from '../lib/toasts.ts'
import { ToolButton } from './tool-button.tsx'

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
    <ToolButton label={label ?? t('copy')} {...(copied ? { hint: t('copied'), colour: 'success' } : {})} onClick={copy}>
      {copied ? <Check size={16} /> : <Copy size={16} />}
    </ToolButton>
  )
}
