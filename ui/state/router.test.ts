import { expect, test } from 'bun:test'
import { createRouter, hashOf, type Route, routeOf } from './router.ts'
import { takeSetUpLink } from './set-up-link.ts'

const routes: Route[] = [
  { at: 'home' },
  { at: 'machine', machine: 'm_0abc' },
  { at: 'session', machine: 'm_0abc', session: 's_0def' },
  { at: 'new_session', machine: null },
  { at: 'new_session', machine: 'm_0abc' },
  { at: 'add_machine' },
  { at: 'settings', section: null },
  { at: 'settings', section: 'appearance' },
  { at: 'admin', section: null },
  { at: 'admin', section: 'signing-keys' },
]

test.each(routes.map((route) => [hashOf(route), route] as const))(
  '%s is read as it was written',
  (hash, route) => {
    expect(routeOf(hash)).toEqual(route)
  },
)

test.each([
  '#/m/..',
  '#/m/m_a/s/../x',
  '#/m/m_a%2f..',
  '#/m/m_a/s',
  '#/m/m_a/s/s_b/more',
  '#/m/m_a/t/s_b',
  '#/elsewhere',
  '#/settings/<b>',
  '#/admin/<b>',
  '#/new/x',
  '#/add/x',
  '#/m/m_a/approve',
  '#/m/m_a/approve/pd_b',
  '#/m/m_a/approve/pd_b.short',
  '#/m/m_a/approve/pd_b.AAECAwQFBgcICQoLDA0ODw.more',
  '#/m/m_a/approve/../AAECAwQFBgcICQoLDA0ODw',
])('%s leads nowhere', (hash) => expect(routeOf(hash)).toEqual({ at: 'nowhere' }))

test('no fragment is home', () => {
  for (const hash of ['', '#', '#/']) expect(routeOf(hash)).toEqual({ at: 'home' })
})

const TOKEN = 'fu_y5dzqf95gvvzbjp6hf8eb6mnk91t7jht'
const PAIRING = 'AAECAwQFBgcICQoLDA0ODw'

test('what was scanned is taken out of the address at once, and a reload shows the machine', () => {
  const hash = `#/m/m_a/approve/pd_b.${PAIRING}`
  const shown: unknown[] = []
  const history = {
    state: null,
    replaceState: (_: unknown, __: string, url: unknown) => void shown.push(url),
  }
  // Only what is read of a page.
  const page = { location: { hash }, history, addEventListener: () => undefined } as unknown as Window
  const router = createRouter(page)
  expect(router.route.value).toEqual({ at: 'approve', machine: 'm_a', pending: 'pd_b', scan: PAIRING })
  expect(shown).toEqual(['#/m/m_a'])
})

function opened(pathname: string, hash: string) {
  const shown: string[] = []
  const history = { replaceState: (_: unknown, __: string, url: string) => void shown.push(url) }
  // Only what is read of a page.
  const page = { location: { pathname, hash }, history } as unknown as Pick<Window, 'location' | 'history'>
  return { link: takeSetUpLink(page), shown }
}

test('the set-up link is taken out of the address at once', () => {
  expect(opened('/set-up', `#${TOKEN}`)).toEqual({ link: { token: TOKEN, pairing: null }, shown: ['/'] })
  expect(opened('/set-up', `#${TOKEN}.${PAIRING}`)).toEqual({
    link: { token: TOKEN, pairing: PAIRING },
    shown: ['/'],
  })
})

test.each(['', '#', '#nonsense', `#${TOKEN}.${PAIRING}.more`])(
  'a set-up link that is none (%p) leaves it too',
  (hash) => {
    expect(opened('/set-up', hash)).toEqual({ link: null, shown: ['/'] })
  },
)

test('a pairing secret that is none is not kept', () => {
  expect(opened('/set-up', `#${TOKEN}.short`).link).toEqual({ token: TOKEN, pairing: null })
})

test('any other page keeps its address', () => {
  expect(opened('/', `#${TOKEN}`)).toEqual({ link: null, shown: [] })
})
