/**
 * The addresses that bring somebody in beside the set-up link: `/forgot` and `/register`, which anybody may open, and
 * `/confirm#TOKEN` and its like, which come by letter. A token leaves the address at once, and nothing is done with it
 * before a button is pressed: what looks at links in letters must not spend them.
 */

/** What the link of a letter does. */
export type LetterAct = 'confirm' | 'reset' | 'invite' | 'verify' | 'undo'

export type FrontLink =
  | { at: 'forgot' }
  | { at: 'register' }
  /** `token` is null where the link is not whole. */
  | { at: 'letter'; act: LetterAct; token: string | null }

const LETTER_ACTS: ReadonlyMap<string, LetterAct> = new Map([
  ['/confirm', 'confirm'],
  ['/reset', 'reset'],
  ['/invite', 'invite'],
  ['/verify', 'verify'],
  ['/undo', 'undo'],
])
const TOKEN = /^ft_[0-9a-z]{20,60}$/

/** Null: the page was opened at none of them. Then nothing is changed. */
export function takeFrontLink(page: Pick<Window, 'location' | 'history'>): FrontLink | null {
  const { pathname, hash } = page.location
  // What the person was looking at is in their fragment, and comes back.
  if (pathname === '/forgot' || pathname === '/register')
    return { at: pathname === '/forgot' ? 'forgot' : 'register' }
  const act = LETTER_ACTS.get(pathname)
  if (act === undefined) return null
  page.history.replaceState(null, '', '/')
  const token = hash.slice(1)
  return { at: 'letter', act, token: TOKEN.test(token) ? token : null }
}
