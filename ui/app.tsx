import type { AppState } from './state/app-state.ts'

/** The page. */
export function App({ state }: { state: AppState }) {
  return (
    <main data-account={state.account.account.value.is} data-connection={state.connection.value.is}>
      <h1>Fairlead</h1>
    </main>
  )
}
