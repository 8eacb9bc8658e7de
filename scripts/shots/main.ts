/** `bun run shots [FOLDER]`: every screen of the page, against a real authority and machine; prints the folder. */
import { mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buildUi } from '../build/build-ui.ts'
import { openBrowser } from '../gallery/browser.ts'
import { createCamera } from './camera.ts'
import { startRunning } from './running.ts'
import { walk } from './walk.ts'

const [given] = process.argv.slice(2)
const folder = given === undefined ? await mkdtemp(join(tmpdir(), 'fairlead-shots-')) : resolve(given)
await mkdir(folder, { recursive: true })
const root = join(import.meta.dir, '../..')
await buildUi(root, join(root, 'dist/ui'))
const browser = await openBrowser()
try {
  for (const size of ['phone', 'desktop'] as const) {
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
} finally {
  await browser.close()
  console.log(folder)
}
