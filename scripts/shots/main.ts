/** `bun run shots [FOLDER]`: every screen of the page, against a real authority and machine; prints the folder. */
import { mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buildUi } from '../build/build-ui.ts'
import { startPost } from '../e2e/browser/testing/post.ts'
import { openBrowser } from '../gallery/browser.ts'
import { createCamera, type Size } from './camera.ts'
import { type Running, startRunning } from './running.ts'
import { walk } from './walk.ts'
import { waysIn } from './ways-in.ts'

const [given] = process.argv.slice(2)
const folder = given === undefined ? await mkdtemp(join(tmpdir(), 'fairlead-shots-')) : resolve(given)
await mkdir(folder, { recursive: true })
const root = join(import.meta.dir, '../..')
await buildUi(root, join(root, 'dist/ui'))
const browser = await openBrowser()
try {
  for (const size of ['phone', 'desktop'] as const) {
    await takeWaysIn(size)
    await takeWalk(size)
  }
} finally {
  await browser.close()
  console.log(folder)
}

async function takeWalk(size: Size): Promise<void> {
  const running = await startRunning(process.env)
  try {
    const [first, second] = await Promise.all([
      createCamera(browser, folder, size),
      createCamera(browser, folder, size),
    ])
    await walk(first, second, running)
  } finally {
    await running.remove()
  }
}

async function setUp({ url, setUpUrl }: Running): Promise<void> {
  // Behind the point is the machine’s secret, which the authority is never told.
  const token = new URL(setUpUrl).hash.slice(1).split('.')[0] ?? ''
  const made = await fetch(`${url}/v1/set-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-fairlead-client': 'cli' },
    body: JSON.stringify({ token, name: 'ada', password: 'nine green umbrellas' }),
  })
  if (!made.ok) throw new Error(`no admin was made: ${await made.text()}`)
}

/** Where anybody may sign up, and letters are sent. */
async function takeWaysIn(size: Size): Promise<void> {
  const post = await startPost()
  const running = await startRunning({ ...process.env, FAIRLEAD_REGISTRATION: 'open', ...post.env })
  try {
    // Before there is an admin nobody signs up.
    await setUp(running)
    await waysIn(await createCamera(browser, folder, size), running.url, post)
  } finally {
    await running.remove()
    await post.stop()
  }
}
