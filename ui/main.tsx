/** The page's root: the only place that takes clock, randomness, network and storage from the browser. */
import { render } from 'preact'
import { systemRandom } from '../shared/ids.ts'
import { systemClock } from '../shared/time.ts'
import { App } from './app.tsx'
import { describeBrowser } from './describe-browser.ts'
import { uiLimits } from './limits.ts'
import { createAppState } from './state/app-state.ts'
import { browserTabs, singleTab } from './state/tabs.ts'

const state = await createAppState({
  page: window,
  fetcher: window.fetch.bind(window),
  // Missing on plain http from another host, whatever the types say.
  subtle: window.isSecureContext ? crypto.subtle : undefined,
  indexedDb: window.indexedDB,
  storage: storageOf(),
  tabs: 'locks' in navigator ? browserTabs(navigator.locks) : singleTab,
  openSocket: (url) => new WebSocket(url),
  describe: describeBrowser(navigator.userAgent),
  clock: systemClock,
  random: systemRandom,
  limits: uiLimits,
})
const root = document.getElementById('app')
if (root) render(<App state={state} />, root)

function storageOf(): Storage | null {
  try {
    return window.localStorage
  } catch {
    return null // a browser that keeps nothing refuses to hand it out
  }
}
