/** Debian's Chromium, which the tests of the page drive: installed where that can be done, never done without. */
import { existsSync } from 'node:fs'
import { CHROMIUM } from '../gallery/browser.ts'

const HOW = `needs ${CHROMIUM}: on Debian and Ubuntu, as root: apt-get install -y chromium`

export interface Host {
  hasChromium(): boolean
  isRoot: boolean
  /** The path of apt-get; null: there is none. */
  aptGet: string | null
  /** Resolves with the exit code. */
  run(words: readonly string[]): Promise<number>
  say(sentence: string): void
}

/** Whether it is there, afterwards. What stands in the way is said. */
export async function haveChromium(host: Host = thisHost()): Promise<boolean> {
  if (host.hasChromium()) return true
  if (host.aptGet === null || !host.isRoot) {
    host.say(HOW)
    return false
  }
  host.say('installs Chromium')
  const install = [host.aptGet, 'install', '-y', '--no-install-recommends', 'chromium']
  if ((await host.run([host.aptGet, 'update'])) === 0) await host.run(install)
  if (host.hasChromium()) return true
  host.say(HOW)
  return false
}

const thisHost = (): Host => ({
  hasChromium: () => existsSync(CHROMIUM),
  isRoot: process.getuid?.() === 0,
  aptGet: Bun.which('apt-get'),
  async run(words) {
    const child = Bun.spawn([...words], { stdio: ['ignore', 'inherit', 'inherit'] })
    return await child.exited
  },
  say: (sentence) => console.error(sentence),
})
