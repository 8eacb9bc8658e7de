import { useMemo } from 'preact/hooks'
import { showInvisible } from '../../shared/untrusted.ts'
import type { LongText } from '../../shared/wire/text.ts'
import { shortOf } from '../../shared/wire/text.ts'
import { t } from '../locale/t.ts'
import { type DiffLine, diffOf } from './diff-lines.ts'

export interface DiffProps {
  path: string
  old: LongText | null
  new: LongText
}

const SIGNS = { same: ' ', added: '+', removed: '−' } as const

/**
 * A unified diff. Line numbers and signs are beside the text and are not selected with it; what would be invisible is
 * shown, because people approve what they read here.
 */
export function Diff({ path, old, new: after }: DiffProps) {
  const cut = typeof after !== 'string' || (old !== null && typeof old !== 'string')
  const diff = useMemo(() => diffOf(old === null ? null : shortOf(old), shortOf(after)), [old, after])
  const name = showInvisible(path).replaceAll('\n', '\\n')
  return (
    <figure class="diff" aria-label={t('diff.name', { path: name })}>
      <figcaption class="diff-head">
        <span class="diff-path">
          <bdi>{name}</bdi>
        </span>
        {old === null && <span class="diff-note">{t('diff.new_file')}</span>}
        <DiffCount added={diff.added} removed={diff.removed} />
      </figcaption>
      {(cut || !diff.compared) && <p class="diff-note">{t('diff.too_large')}</p>}
      {diff.lines.length === 0 ? (
        <p class="diff-note">{t('diff.same')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keys
        <div class="diff-scroll" tabIndex={0} dir="ltr">
          <div class="diff-lines">
            {diff.lines.map((line, place) => (
              <Line key={place} line={line} />
            ))}
          </div>
        </div>
      )}
    </figure>
  )
}

export function DiffCount({ added, removed }: { added: number; removed: number }) {
  return (
    <span class="diff-count">
      +{added} −{removed}
    </span>
  )
}

function Line({ line }: { line: DiffLine }) {
  if (line.kind === 'skip') return <div class="diff-line diff-skip" aria-hidden="true" />
  if (line.kind === 'no_newline') return <div class="diff-line diff-line-note">{t('diff.no_newline')}</div>
  const changed = line.kind !== 'same'
  return (
    <div class={`diff-line diff-${line.kind}`}>
      <span class="diff-number" data-number={line.new ?? line.old ?? ''} />
      <span class="diff-sign" data-sign={SIGNS[line.kind]} />
      <span class="diff-text">
        {changed && <span class="unseen">{t(line.kind === 'added' ? 'diff.added' : 'diff.removed')} </span>}
        {line.parts.map((part, place) =>
          part.changed ? <mark key={place}>{showInvisible(part.text)}</mark> : showInvisible(part.text),
        )}
      </span>
    </div>
  )
}
