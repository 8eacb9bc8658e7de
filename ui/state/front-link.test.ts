import { expect, test } from 'bun:test'
import { takeFrontLink } from './front-link.ts'

const TOKEN = 'ft_0123456789abcdefghijklmnopqrstuv'

/** A page at an address, and the address that it has afterwards. */
function opened(address: string) {
  const { pathname, hash } = new URL(address, 'http://authority')
  let now = address
  const history = {
    replaceState(_state: unknown, _title: string, url: string) {
      now = url
    },
  }
  const page: unknown = { location: { pathname, hash }, history }
  const isPage = (given: unknown): given is Parameters<typeof takeFrontLink>[0] => given === page
  if (!isPage(page)) throw new TypeError('not a page')
  return { link: takeFrontLink(page), now }
}

test.each(['confirm', 'reset', 'invite', 'verify', 'undo'] as const)(
  'a letter’s /%s link gives its token, which leaves the address at once',
  (act) => {
    expect(opened(`/${act}#${TOKEN}`)).toEqual({ link: { at: 'letter', act, token: TOKEN }, now: '/' })
  },
)

test('a link that was cut off is told from no link, and leaves the address too', () => {
  expect(opened('/reset#ft_0123')).toEqual({ link: { at: 'letter', act: 'reset', token: null }, now: '/' })
  expect(opened('/undo')).toEqual({ link: { at: 'letter', act: 'undo', token: null }, now: '/' })
})

test('where anybody may go keeps its address, with what the person was looking at', () => {
  expect(opened('/forgot#/m/m_1')).toEqual({ link: { at: 'forgot' }, now: '/forgot#/m/m_1' })
  expect(opened('/register')).toEqual({ link: { at: 'register' }, now: '/register' })
})

test('any other address is left alone', () => {
  expect(opened(`/#${TOKEN}`)).toEqual({ link: null, now: `/#${TOKEN}` })
  expect(opened('/set-up#fu_x')).toEqual({ link: null, now: '/set-up#fu_x' })
})
