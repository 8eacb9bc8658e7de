/**
 * A page of search results out of a million messages, newest first: a frequent word, a phrase, a two-character Chinese
 * word, and a word within one session, each against reading the same 20 messages by their numbers, in interleaved
 * windows. Prints one JSON line; milliseconds at p50. `bun scripts/bench/search.ts [messages]`
 */
import { join } from 'node:path'
import { openDatabase } from '../../daemon/db/open.ts'
import { createMessageStore, FIND, type MessageStore } from '../../daemon/search/message-store.ts'
import { search } from '../../daemon/search/search.ts'
import { toWords } from '../../daemon/search/words.ts'
import { createSessionStore } from '../../daemon/sessions/store.ts'
import { SEARCH_PAGE } from '../../shared/limits.ts'
import { tempHome } from '../../shared/testing/temp-home.ts'
import { rounded } from './parts/circuit-paths.ts'
import { percentile } from './parts/percentile.ts'

const MESSAGES = Number(Bun.argv[2] ?? 1_000_000)
const SESSIONS = 500
const AT_ONCE = 5_000
const WINDOWS = 21
const goal = { p50_ms: 100 }

const english = 'change file test build error branch commit review merge deploy config server client'.split(
  ' ',
)
const chinese = '修复登录页面的错误然后运行所有测试并提交代码请检查配置文件是否正确'

/** Deterministic: every message has "the", every seventh a phrase, every fifth is Chinese. */
function messageText(n: number): string {
  const words = Array.from({ length: 24 }, (_, at) => english[(n * 7 + at * at) % english.length])
  const phrase = n % 7 === 0 ? ' exactly once delivered ' : ' '
  const cjk = n % 5 === 0 ? chinese.slice(n % 9, (n % 9) + 20) : ''
  return `the ${words.join(' ')}${phrase}w${n % 50_000} ${cjk}`
}

await using home = await tempHome()
const opened = openDatabase(join(home.path, 'daemon.db'))
if (opened.kind !== 'opened') throw new TypeError(opened.message)
const { db } = opened
const sessions = createSessionStore(db)
const store: MessageStore = createMessageStore(db)
const idOf = (n: number): string => `s_${String(n).padStart(26, '0')}`
for (let n = 0; n < SESSIONS; n++) {
  const about = { nickname: `n${n}`, title: `Title ${n}`, titleBy: 'person', agent: 'demo' } as const
  sessions.insert({ ...about, id: idOf(n), cwd: '/', askSalt: 'salt', now: 1 })
}
const filling = performance.now()
for (let from = 0; from < MESSAGES; from += AT_ONCE) {
  db.transaction(() => {
    for (let n = from; n < Math.min(from + AT_ONCE, MESSAGES); n++) {
      const session = idOf(n % SESSIONS)
      store.add({ session, seq: n, at: 1_000_000 + n * 10, role: 'agent', words: toWords(messageText(n)) })
    }
  })()
}
const filledMs = performance.now() - filling

const queries = {
  word: { query: 'the', session: null },
  phrase: { query: '"exactly once delivered"', session: null },
  chinese: { query: '登录', session: null },
  two_words: { query: 'the deploy', session: null },
  rare_word: { query: 'w49999', session: null },
  word_in_session: { query: 'the', session: idOf(7) },
} as const
type Name = keyof typeof queries
const names = Object.keys(queries).filter((name): name is Name => name in queries)

const byId = db.query('SELECT id, session, seq, at, role, text FROM messages WHERE id = ?')
const times = new Map<string, number[]>()
function timed<T>(name: string, act: () => T): T {
  const began = performance.now()
  const result = act()
  times.set(name, [...(times.get(name) ?? []), performance.now() - began])
  return result
}
const hits: Record<string, number> = {}
const ids = store.find('the', Number.MAX_SAFE_INTEGER, SEARCH_PAGE).map(({ id }) => id)
for (let window = 0; window < WINDOWS; window++) {
  timed('by_id', () => ids.map((id) => byId.get(id)))
  for (const name of names) {
    const found = timed(name, () => search(store, { ...queries[name], before: null }))
    if (!found.ok) throw found.error
    hits[name] = found.value.hits.length
  }
}
const plan = db.query<{ detail: string }, string[]>(`EXPLAIN QUERY PLAN ${FIND}`).all('', '', '', '', '')
const p50 = (name: string): number => percentile(times.get(name) ?? [], 0.5)
console.log(
  JSON.stringify({
    bench: 'search',
    messages: MESSAGES,
    filled_us_each: rounded((filledMs * 1000) / MESSAGES),
    bytes_each: Math.round(Bun.file(join(home.path, 'daemon.db')).size / MESSAGES),
    baseline: { name: 'the same 20 messages by id', p50_ms: rounded(p50('by_id')) },
    ...Object.fromEntries(
      names.map((name) => [
        name,
        { hits: hits[name], p50_ms: rounded(p50(name)), ratio: rounded(p50(name) / p50('by_id')) },
      ]),
    ),
    plan: plan.map(({ detail }) => detail),
    goal,
  }),
)
db.close()
