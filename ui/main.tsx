/** The page's root. */
import { render } from 'preact'
import { App } from './app.tsx'
import { showAttention } from './attention.ts'
import { browserDeps } from './browser.ts'
import { createNow } from './page.ts'
import { createAppState } from './state/app-state.ts'

const deps = browserDeps(window)
const state = await createAppState(deps)
showAttention(state, document)
const root = document.getElementById('app')
const { clock, random } = deps
if (root) render(<App page={{ state, clock, random, now: createNow(clock) }} />, root)
