/** A page with the whole state and no screen, for tests that drive it in a real browser. */
import { browserDeps } from '../../browser.ts'
import { type AppState, createAppState } from '../../state/app-state.ts'

declare global {
  var fairlead: AppState | undefined
}

globalThis.fairlead = await createAppState(browserDeps(window))
