import type { LongText } from '../../shared/wire/text.ts'
import { shortOf } from '../../shared/wire/text.ts'
import { t } from '../locale/t.ts'
import { Icon } from '../parts/icon.tsx'
import { Fold } from './fold.tsx'
import { Markdown } from './markdown.tsx'

/** What the agent thought: one line, and the rest for who wants it. */
export function Thought({ parts, live }: { parts: readonly LongText[]; live?: boolean | undefined }) {
  const text = parts.map(shortOf).join('')
  return (
    <Fold
      name="thought"
      summary={
        <>
          <Icon name="think" />
          <span class="thought-words">{t(live ? 'thought.live' : 'thought.done')}</span>
          <span class="thought-line">{firstLine(text)}</span>
        </>
      }
    >
      {() => <Markdown text={text} />}
    </Fold>
  )
}

const firstLine = (text: string): string =>
  text
    .trim()
    .split('\n')[0]
    ?.replace(/[*_`#]/g, '')
    .slice(0, 160) ?? ''
