/**
 * Where the person is, kept in the fragment: a reload tells the authority neither machine nor session.
 *
 *   #/                         #/m/MACHINE            #/m/MACHINE/s/SESSION
 *   #/new  #/m/MACHINE/new     #/settings             #/settings/SECTION
 *   #/add                      #/admin                #/admin/SECTION
 *   #/m/MACHINE/approve/PENDING.SECRET, scanned from a device that waits; it leaves the address at once
 */
import { type ReadonlySignal, signal } from '@preact/signals'
import { PAIRING_PATTERN } from '../../shared/wire/lock.ts'

export type Route =
  | { at: 'home' }
  | { at: 'machine'; machine: string }
  | { at: 'session'; machine: string; session: string }
  | { at: 'approve'; machine: string; pending: string; scan: string }
  | { at: 'new_session'; machine: string | null }
  | { at: 'add_machine' }
  | { at: 'settings'; section: string | null }
  | { at: 'admin'; section: string | null }
  | { at: 'nowhere' }

/** Ids become path segments of requests, so nothing else may pass for one. */
const ID = /^[a-z][a-z0-9]{0,7}_[0-9A-Za-z_-]{1,40}$/
const SCAN = new RegExp(PAIRING_PATTERN)
const SECTION = /^[a-z][a-z-]{0,30}$/

export function routeOf(hash: string): Route {
  const [first, second, third, fourth, ...rest] = hash.replace(/^#?\/?/, '').split('/')
  if (rest.length > 0) return { at: 'nowhere' }
  if (first === '' || first === undefined) return { at: 'home' }
  if (first === 'new' && second === undefined) return { at: 'new_session', machine: null }
  if (first === 'add' && second === undefined) return { at: 'add_machine' }
  if ((first === 'settings' || first === 'admin') && third === undefined) {
    if (second === undefined) return { at: first, section: null }
    return SECTION.test(second) ? { at: first, section: second } : { at: 'nowhere' }
  }
  if (first !== 'm' || second === undefined || !ID.test(second)) return { at: 'nowhere' }
  if (third === undefined) return { at: 'machine', machine: second }
  if (third === 'new' && fourth === undefined) return { at: 'new_session', machine: second }
  if (third === 's' && fourth !== undefined && ID.test(fourth)) {
    return { at: 'session', machine: second, session: fourth }
  }
  if (third === 'approve') return approveOf(second, fourth ?? '')
  return { at: 'nowhere' }
}

function approveOf(machine: string, scanned: string): Route {
  const [pending = '', scan = '', ...rest] = scanned.split('.')
  const fits = rest.length === 0 && ID.test(pending) && SCAN.test(scan)
  return fits ? { at: 'approve', machine, pending, scan } : { at: 'nowhere' }
}

export function hashOf(route: Route): string {
  switch (route.at) {
    case 'home':
    case 'nowhere':
      return '#/'
    case 'machine':
    // What was scanned is kept nowhere: a reload shows the machine, where the code can be typed.
    case 'approve':
      return `#/m/${route.machine}`
    case 'session':
      return `#/m/${route.machine}/s/${route.session}`
    case 'new_session':
      return route.machine === null ? '#/new' : `#/m/${route.machine}/new`
    case 'add_machine':
      return '#/add'
    case 'settings':
    case 'admin':
      return route.section === null ? `#/${route.at}` : `#/${route.at}/${route.section}`
  }
}

export interface Router {
  readonly route: ReadonlySignal<Route>
  go(route: Route): void
  /** Without a step in the history. */
  replace(route: Route): void
  /** To where the person came from; home where that is not this page. */
  back(): void
}

/** How many steps of this page lie behind an entry of the history; null: it was not made here. */
const stepsOf = (state: unknown): number | null => (typeof state === 'number' ? state : null)

export function createRouter(page: Window): Router {
  const { history } = page
  const route = signal(routeOf(page.location.hash))
  // Kept with each entry, so that the browser's own back and a reload count too.
  let steps = stepsOf(history.state) ?? 0
  keep()
  page.addEventListener('hashchange', () => {
    const kept = stepsOf(history.state)
    steps = kept ?? steps + 1
    route.value = routeOf(page.location.hash)
    if (kept === null || route.value.at === 'approve') keep()
  })
  /** With the entry that is on the screen; an address that holds a secret gives way to one that does not. */
  function keep(): void {
    const now = route.value
    history.replaceState(steps, '', now.at === 'approve' ? hashOf(now) : null)
  }
  const replace = (to: Route): void => {
    history.replaceState(steps, '', hashOf(to))
    route.value = to
  }
  return {
    route,
    go(to) {
      if (hashOf(to) === page.location.hash) return replace(to)
      steps++
      history.pushState(steps, '', hashOf(to))
      route.value = to
    },
    replace,
    back() {
      if (steps === 0) return replace({ at: 'home' })
      history.back()
    },
  }
}
