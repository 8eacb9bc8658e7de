import { t } from '../locale/t.ts'
import { CopyButton } from '../parts/copy-button.tsx'

/** Code as it came, in one scroller, with its language and a way to copy it. */
export function CodeBlock({ text, language }: { text: string; language: string }) {
  return (
    <figure class="code" aria-label={language || t('text.code')}>
      <figcaption class="code-head">
        <span>{language}</span>
        <CopyButton text={text} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keys */}
      <pre class="code-text" tabIndex={0} dir="ltr">
        <code>{text}</code>
      </pre>
    </figure>
  )
}
