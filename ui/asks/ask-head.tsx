import { showInvisible } from '../../shared/untrusted.ts'
import { t } from '../locale/t.ts'
import { Dot } from '../parts/dot.tsx'

export interface AskHeadProps {
  agent: string
  words: string
  /** The agent's own title; may be empty, because some send none. */
  title: string
  /** Asks behind this one. */
  more: number
}

export function AskHead({ agent, words, title, more }: AskHeadProps) {
  return (
    <header class="ask-head">
      <p class="ask-who">
        <Dot state="needs_you" />
        <span class="ask-agent">{agent}</span>
        <span>{words}</span>
        {more > 0 && <span class="ask-more">{t('ask.more', { count: more })}</span>}
      </p>
      {title !== '' && (
        <h2 class="ask-title" dir="auto">
          {showInvisible(title)}
        </h2>
      )}
    </header>
  )
}
