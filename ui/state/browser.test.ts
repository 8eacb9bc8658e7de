/**
 * The state of the page in a real Chromium, against a real authority, relay, daemon and the demo agent: what only a
 * browser can show (keys that cannot be read, IndexedDB, Web Locks, the policy of the page).
 */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import pino from 'pino'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { type RunningDaemon, startDaemon } from '../../daemon/start.ts'
import { buildUi } from '../../scripts/build/build-ui.ts'
import { type RunningAuthority, startAuthority } from '../../server/start.ts'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { launchChromium } from '../testing/chromium.ts'

const ROOT = join(import.meta.dir, '../..')
const PAIRING = 'AAECAwQFBgcICQoLDA0ODw'
const PASSWORD = 'correct horse battery'
const log = pino({ level: 'silent' })

let temp: TempHome
let authority: RunningAuthority
let daemon: RunningDaemon
let browser: Browser
let context: BrowserContext
const trouble: string[] = []

beforeAll(async () => {
  temp = await tempHome()
  const env = { PATH: process.env.PATH ?? '', HOME: temp.path }
  const ui = join(temp.path, 'ui')
  await buildUi(ROOT, ui, 'ui/testing/page/index.html')
  const began = await startAuthority({
    home: join(temp.path, 'authority'),
    host: null,
    port: 0,
    env,
    log,
    ui,
    local: 'desk',
  })
  if (!began.ok) throw new Error(began.refusal.message)
  authority = began.authority
  const started = await startDaemon({ home: join(temp.path, 'daemon'), host: null, port: 0, env, log })
  if (!started.ok) throw new Error(started.refusal.message)
  daemon = started.daemon
  const code = authority.localMachine()?.code ?? ''
  const enrolled = await daemon.enroll({ origin: authority.origin, code, pairing: PAIRING })
  if (!enrolled.ok) throw enrolled.error
  await daemon.tunnelUp()
  browser = await launchChromium()
  context = await browser.newContext()
}, 60_000)

afterAll(async () => {
  await browser?.close()
  await daemon?.stop('all')
  await authority?.stop()
  await temp.remove()
}, 30_000)

async function open(path: string, within = context): Promise<Page> {
  const page = await within.newPage()
  page.on('console', (message) => {
    // A refusal of the API is not trouble of the page.
    if (message.type() === 'error' && !message.text().includes('status of 401')) trouble.push(message.text())
  })
  page.on('pageerror', (error) => trouble.push(String(error)))
  await page.goto(`${authority.origin}${path}`)
  await page.waitForFunction(
    () => globalThis.fairlead !== undefined && globalThis.fairlead.account.account.value.is !== 'unknown',
  )
  return page
}

const connected = (page: Page) =>
  page.waitForFunction(() =>
    globalThis.fairlead?.machines.value?.links.value.some(
      (link) => link.circuit.state.value.is === 'connected',
    ),
  )

test('from the set-up link to a session that streams, a reload, and a second tab', async () => {
  const page = await open(`${authority.setUpLink()}.${PAIRING}`)
  expect(page.url()).toBe(`${authority.origin}/`)
  expect(await page.evaluate(() => globalThis.fairlead?.account.account.value.is)).toBe('set_up')
  const done = await page.evaluate(
    async (password) => (await globalThis.fairlead?.account.setUp('ada', password))?.ok,
    PASSWORD,
  )
  expect(done).toBe(true)
  await connected(page)

  const session = await page.evaluate(async (cwd) => {
    const link = globalThis.fairlead?.machines.value?.links.value[0]
    const key = await link?.outbox.send({
      do: 'create',
      body: { agent: 'demo', cwd, text: 'say: hello there' },
    })
    const state = key === undefined ? undefined : await link?.outbox.settled(key)
    return state?.is === 'applied' ? state.answer.session : null
  }, temp.path)
  expect(session).toStartWith('s_')

  await page.reload()
  await connected(page)
  const words = await page.evaluate(async (id) => {
    const link = globalThis.fairlead?.machines.value?.links.value[0]
    const opened = link?.open(id ?? '')
    return await new Promise<string>((resolve) => {
      opened?.view.subscribe(({ transcript }) => {
        const said = transcript.rows.find((row) => row.kind === 'message')
        const isOver = transcript.rows.some((row) => row.kind === 'turn_end')
        if (said?.kind === 'message' && isOver) resolve(said.parts.join(''))
      })
    })
  }, session)
  expect(words).toContain('hello there')

  const other = await open('/')
  await connected(other)
  const landed = await other.evaluate(async (id) => {
    const link = globalThis.fairlead?.machines.value?.links.value[0]
    const key = await link?.outbox.send({
      do: 'prompt',
      session: id ?? '',
      text: 'say: from the other tab',
    })
    return key === undefined ? null : (await link?.outbox.settled(key))?.is
  }, session)
  expect(landed).toBe('applied')

  const secrets = await page.evaluate(async () => {
    const account = globalThis.fairlead?.account.account.value
    const db = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('fairlead')
      request.onsuccess = () => resolve(request.result)
    })
    const read = (store: string) =>
      new Promise<unknown[]>((resolve) => {
        const request = db.transaction(store).objectStore(store).getAll()
        request.onsuccess = () => resolve(request.result)
      })
    const [stored] = (await read('keys')) as { keys: CryptoKeyPair }[]
    const exported = await crypto.subtle.exportKey('pkcs8', stored?.keys.privateKey as CryptoKey).then(
      () => 'read',
      () => 'unreadable',
    )
    const device = account?.is === 'signed_in' ? account.device.is : null
    return {
      exported,
      device,
      pins: (await read('pins')).length,
      pairings: (await read('pairings')).length,
    }
  })
  expect(secrets).toEqual({ exported: 'unreadable', device: 'ready', pins: 1, pairings: 0 })
  expect(trouble).toEqual([])
}, 60_000)

test('a second browser shows a code, and is let in once it was typed into the first', async () => {
  const [first] = context.pages()
  const elsewhere = await browser.newContext()
  const second = await open('/', elsewhere)
  expect(await second.evaluate(() => globalThis.fairlead?.account.account.value.is)).toBe('signed_out')
  await second.evaluate(async (password) => {
    await globalThis.fairlead?.account.signIn('ada', password)
  }, PASSWORD)
  const waits = await second.waitForFunction(() => {
    const state = globalThis.fairlead?.machines.value?.links.value[0]?.circuit.state.value
    return state?.is === 'not_approved' ? state.code : null
  })
  const code = (await waits.jsonValue()) ?? ''
  expect(code).toMatch(/^[0-9a-z]{10}$/)
  const approved = await first?.evaluate(async (typed) => {
    const lock = globalThis.fairlead?.machines.value?.links.value[0]?.daemon.v1.lock
    const status = await lock?.get()
    const pending = status?.data?.pending[0]?.id ?? ''
    return (await lock?.pending({ pending }).approval.post({ code: typed }))?.status
  }, code)
  expect(approved).toBe(200)
  await connected(second)
  await elsewhere.close()
}, 30_000)
