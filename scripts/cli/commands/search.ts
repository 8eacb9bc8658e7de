import { cleanLabel } from '../../../shared/untrusted.ts'
import type { SearchHit } from '../../../shared/wire/search.ts'
import { unwrap } from '../client.ts'
import { type Command, MANY } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Style } from '../style.ts'

export const searchCommand: Command = {
  name: 'search',
  summary: 'Find what was said in sessions, newest first; "quoted words" are a phrase.',
  usage: 'WORDS [--session S] [--before N]',
  flags: {
    session: { kind: 'value', of: 'S', about: 'only in this session' },
    before: { kind: 'value', of: 'N', about: 'the page after the one that named N' },
  },
  positionals: { least: 1, most: MANY },
  async run({ daemon, output }, args) {
    const session = args.value('session')
    const before = args.value('before')
    const query = {
      q: args.positionals.join(' '),
      ...(session === undefined ? {} : { session }),
      ...(before === undefined ? {} : { before }),
    }
    const page = await unwrap(daemon.v1.search.get({ query }))
    if (output.json) output.value(page)
    else {
      for (const hit of page.hits) {
        output.line(headOf(hit, output.style))
        output.line(`  ${snippetText(hit, output.style)}`)
      }
      if (page.hits.length === 0) output.note('Nothing was found.')
      if (page.next !== null) output.note(`There is more: --before ${page.next}`)
    }
    return exitCodes.ok
  },
}

function headOf(hit: SearchHit, style: Style): string {
  const when = new Date(hit.at).toISOString()
  return `${style.cyan(hit.nickname)} ${style.dim(`${when} ${hit.role}, event ${hit.seq}`)}  ${cleanLabel(hit.title)}`
}

/** Each part cleaned by itself, so that the places of the matches hold. */
function snippetText({ snippet }: SearchHit, style: Style): string {
  let at = 0
  let shown = ''
  for (const [begin, end] of snippet.matches) {
    shown += visible(snippet.text.slice(at, begin)) + style.bold(visible(snippet.text.slice(begin, end)))
    at = end
  }
  return shown + visible(snippet.text.slice(at))
}

/** One line, nothing invisible, spaces at its ends kept. */
const visible = (text: string): string =>
  `${/^\s/.test(text) ? ' ' : ''}${cleanLabel(text, Number.POSITIVE_INFINITY)}${/\S\s+$/.test(text) ? ' ' : ''}`
