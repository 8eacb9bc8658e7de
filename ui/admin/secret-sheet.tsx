import type { ComponentChildren } from 'preact'
import { Button } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { Sheet } from '../parts/sheet.tsx'

export interface SecretSheetProps {
  title: string
  /** Shown this once. */
  secret: string
  /** What the button says that closes it for good. */
  done: string
  onClose: () => void
  children: ComponentChildren
}

/** What nobody can read a second time, with what to do with it. */
export function SecretSheet({ title, secret, done, onClose, children }: SecretSheetProps) {
  return (
    <Sheet
      title={title}
      onClose={onClose}
      foot={
        <Button look="ink" onPress={onClose}>
          {done}
        </Button>
      }
    >
      {children}
      <p class="copy-line">
        <code>{secret}</code>
        <CopyButton text={secret} />
      </p>
    </Sheet>
  )
}
