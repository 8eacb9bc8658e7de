import { systemRandom } from '../shared/ids.ts'
import { systemClock } from '../shared/time.ts'
import { describeBrowser } from './describe-browser.ts'
import { uiLimits } from './limits.ts'
import type { AppStateDeps } from './state/app-state.ts'
import { browserTabs, singleTab } from './state/tabs.ts'

/** What a page takes from its browser, in one place. */
export const browserDeps = (page: typeof window): AppStateDeps => ({
  page,
  fetcher: page.fetch.bind(page),
  // Missing on plain http from another host, whatever the types say.
  subtle: page.isSecureContext ? page.crypto.subtle : undefined,
  indexedDb: page.indexedDB,
  storage: storageOf(page),
  tabs: 'locks' in page.navigator ? browserTabs(page.navigator.locks) : singleTab,
  openSocket: (url) => new WebSocket(url),
  describe: describeBrowser(page.navigator.userAgent),
  clock: systemClock,
  random: systemRandom,
  limits: uiLimits,
})

function storageOf(page: Window): Storage | null {
  try {
    return page.localStorage
  } catch {
    return null // a browser that keeps nothing refuses to hand it out
  }
}
