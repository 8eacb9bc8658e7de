import { t } from '../locale/t.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { installParts } from './install-parts.ts'

/** How to get an agent that the machine has not. */
export function InstallHint({ sentence }: { sentence: string }) {
  const { words, command, link } = installParts(sentence)
  return (
    <div class="install">
      <p>{words}</p>
      {command !== null && (
        <p class="copy-line">
          <code>{command}</code>
          <CopyButton text={command} label={t('agents.copy_install')} />
        </p>
      )}
      {link && (
        <a href={link.href} target="_blank" rel="noopener noreferrer nofollow">
          {link.host}
        </a>
      )}
    </div>
  )
}
