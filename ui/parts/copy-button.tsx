import { useState } from 'preact/hooks'
import { t } from '../locale/t.ts'
import { IconButton } from './button.tsx'

type Copied = 'no' | 'yes' | 'failed'

/** Copies `text`; says so until the pointer or the focus leaves. */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const [copied, setCopied] = useState<Copied>('no')
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied('yes')
    } catch {
      // Refused by the browser, or no clipboard on this origin: the person is told and can select the text.
      setCopied('failed')
    }
  }
  const words =
    copied === 'yes'
      ? t('part.copied')
      : copied === 'failed'
        ? t('part.copy_failed')
        : (label ?? t('part.copy'))
  return (
    <span class="copy" onPointerLeave={() => setCopied('no')} onFocusOut={() => setCopied('no')}>
      <IconButton icon={copied === 'yes' ? 'check' : 'copy'} label={words} onPress={() => void copy()} />
      <span class="unseen" role="status">
        {copied === 'no' ? '' : words}
      </span>
    </span>
  )
}
