import { memo } from 'preact/compat'
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { showInvisible } from '../../shared/untrusted.ts'
import { CodeBlock } from './code-block.tsx'
import { type Block, blocksOf, htmlOf } from './markdown-blocks.ts'
import { sanitise } from './sanitise.ts'
import { transcriptLimits } from './transcript-limits.ts'

/** An agent's words. Long ones, and ones that no parser should meet, are drawn as they came. */
const OVERRIDE = /[\u202d\u202e]/g

export function Markdown({ text: said }: { text: string }) {
  // An override makes any text read as another; prose in any language does without.
  const text = said.replace(OVERRIDE, showInvisible)
  const blocks = useMemo(() => (text.length > transcriptLimits.markdownChars ? null : blocksOf(text)), [text])
  if (!blocks) {
    return (
      <div class="markdown markdown-plain" dir="auto">
        {text}
      </div>
    )
  }
  return (
    <div class="markdown">
      {blocks.map((block, place) => (
        <MarkdownBlock key={place} block={block} />
      ))}
    </div>
  )
}

const MarkdownBlock = memo(
  ({ block }: { block: Block }) =>
    block.kind === 'code' ? (
      <CodeBlock text={block.text} language={block.language} />
    ) : (
      <HtmlBlock block={block} />
    ),
  (before, after) => before.block.raw === after.block.raw && before.block.kind === after.block.kind,
)

function HtmlBlock({ block }: { block: Block & { kind: 'html' } }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    place.current?.replaceChildren(finished(sanitise(htmlOf(block.token))))
  }, [block.raw])
  return <div ref={place} class="markdown-block" />
}

/** Tables and code get a scroller of their own, every paragraph its own direction. */
function finished(fragment: DocumentFragment): DocumentFragment {
  for (const wide of fragment.querySelectorAll('table')) {
    const scroller = document.createElement('div')
    scroller.className = 'markdown-scroll'
    scroller.tabIndex = 0
    wide.replaceWith(scroller)
    scroller.append(wide)
  }
  for (const prose of fragment.querySelectorAll('p, li, h1, h2, h3, h4, h5, h6, blockquote, td, th')) {
    prose.setAttribute('dir', 'auto')
  }
  return fragment
}
