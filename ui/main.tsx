/** The page's root. */
import { render } from 'preact'
import { App } from './app.tsx'
import { browserDeps } from './browser.ts'
import { createAppState } from './state/app-state.ts'

const state = await createAppState(browserDeps(window))
const root = document.getElementById('app')
if (root) render(<App state={state} />, root)
