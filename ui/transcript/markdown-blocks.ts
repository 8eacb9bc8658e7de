/**
 * Markdown (CommonMark with tables, as marked reads it) as blocks, and a block as HTML. Raw HTML stays text, an image
 * becomes words, an address that the gate refuses stays text. Blocks, because a message that grows changes only its
 * last one.
 */
import { Marked, type Token, type Tokens } from 'marked'
import { t } from '../locale/t.ts'
import { gateLink } from '../parts/link-gate.ts'

export type Block =
  | { kind: 'code'; raw: string; text: string; language: string }
  | { kind: 'html'; raw: string; token: Token }

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char)

const marked = new Marked({ gfm: true, breaks: false })
marked.use({
  renderer: {
    html: ({ text, block }: Tokens.HTML | Tokens.Tag) =>
      block ? `<p>${escapeHtml(text)}</p>` : escapeHtml(text),
    image: ({ href, text }: Tokens.Image) =>
      `<code>${escapeHtml(t('text.image', { what: text ? `${text} ${href}` : href }))}</code>`,
    link({ href, tokens, text }: Tokens.Link) {
      const words = this.parser.parseInline(tokens)
      const gated = gateLink(href)
      if (!gated) return `${words} (<code>${escapeHtml(href)}</code>)`
      const host = misleads(text, gated.host) ? ` (${escapeHtml(gated.host)})` : ''
      return `<a href="${escapeHtml(gated.href)}">${words}</a>${host}`
    },
    checkbox: ({ checked }: Tokens.Checkbox) => (checked ? '☑ ' : '☐ '),
  },
})

/** The words of a link look like an address, and it is another one. */
function misleads(words: string, host: string): boolean {
  if (host === '' || !/^[\w-]+(\.[\w-]+)+(?:[/:?#].*)?$|^https?:/i.test(words.trim())) return false
  const said = gateLink(/^https?:/i.test(words.trim()) ? words.trim() : `https://${words.trim()}`)
  return said?.host !== host
}

export function blocksOf(text: string): Block[] {
  return marked.lexer(text).flatMap((token): Block[] => {
    if (token.type === 'space' || token.type === 'def') return []
    if (token.type === 'code')
      return [{ kind: 'code', raw: token.raw, text: String(token.text), language: languageOf(token.lang) }]
    return [{ kind: 'html', raw: token.raw, token }]
  })
}

/** The first word after the fence, where it looks like a name. */
function languageOf(info: unknown): string {
  const word = typeof info === 'string' ? (info.trim().split(/\s/)[0] ?? '') : ''
  return /^[\w.+#-]{1,24}$/.test(word) ? word : ''
}

/** HTML of one block: for the sanitiser only. */
export const htmlOf = (token: Token): string => marked.parser([token])
