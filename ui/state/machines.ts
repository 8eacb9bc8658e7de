/** The account's machines, as the authority lists them, and this tab's link to each. */
import { computed, type ReadonlySignal, signal } from '@preact/signals'
import type { ErrorCode, Result } from '../../shared/errors.ts'
import { PAIRING_SECRET_BYTES } from '../../shared/noise/pairing.ts'
import type { Timer } from '../../shared/time.ts'
import { toBase64url } from '../../shared/token/base64url.ts'
import type { EnrollmentCode, Machine, MachineChange } from '../../shared/wire/machine.ts'
import type { Session } from '../../shared/wire/session.ts'
import { backoff } from '../api/backoff.ts'
import { segment } from '../api/daemon.ts'
import { linkMachine, type MachineLink, type MachineLinkDeps } from './machine.ts'
import { needsYou } from './sessions.ts'

export interface MachineList {
  /** `loading`: nothing was heard yet. `code`: why the list may be behind; null: it is not. */
  readonly status: 'loading' | 'loaded'
  readonly code: ErrorCode | null
  readonly machines: readonly Machine[]
}

/** What a person types on the machine to add it; `pairing` never went to the authority. */
export interface AddedMachine {
  machine: Machine
  enrollment: EnrollmentCode
  pairing: string
}

export interface Machines {
  readonly list: ReadonlySignal<MachineList>
  /** One a machine that has enrolled, in the order of the list. */
  readonly links: ReadonlySignal<readonly MachineLink[]>
  /** Sessions, on all machines, that wait for a person. */
  readonly waiting: ReadonlySignal<readonly { machine: string; session: Session }[]>
  link(machine: string): MachineLink | null
  refresh(): Promise<void>
  add(label: string): Promise<Result<AddedMachine>>
  /** A new code, and a new secret with it, for one that did not enroll yet or enrolls anew. The last code is burnt. */
  renewCode(machine: Machine): Promise<Result<AddedMachine>>
  change(machine: string, change: MachineChange): Promise<Result<Machine>>
  remove(machine: string): Promise<Result<unknown>>
  /** The page is looked at again, or the network came back. */
  wake(): void
  close(): void
}

export function createMachines(deps: MachineLinkDeps): Machines {
  const { authority, clock, limits, pins } = deps
  const list = signal<MachineList>({ status: 'loading', code: null, machines: [] })
  const links = signal<readonly MachineLink[]>([])
  let timer: Timer | null = null
  let failures = 0
  let closed = false

  async function refresh(): Promise<void> {
    timer?.cancel()
    const asked = await authority.ask((api) => api.v1.machines.get())
    if (closed) return
    if (!asked.ok) list.value = { ...list.peek(), code: asked.error.code }
    else {
      await nameSetUp(asked.value)
      const before = list.peek().machines
      list.value = { status: 'loaded', code: null, machines: asked.value }
      relink(asked.value)
      renewChanged(before, asked.value)
    }
    failures = asked.ok ? 0 : failures + 1
    const { reconnectMs, machinesEveryMs } = limits
    const wait = asked.ok ? machinesEveryMs : backoff(deps.random, failures, reconnectMs, machinesEveryMs)
    timer = clock.after(wait, () => void refresh())
  }

  /** The machine beside the authority is the first that its first account owns. */
  async function nameSetUp(machines: readonly Machine[]): Promise<void> {
    const [only, ...others] = machines.filter(({ owned }) => owned)
    if (only && others.length === 0) await pins.nameSetUp(only.id)
  }

  function relink(machines: readonly Machine[]): void {
    const before = links.peek()
    const wanted = machines.filter(({ enrolled }) => enrolled)
    for (const link of before) if (!wanted.some(({ id }) => id === link.id)) link.close()
    links.value = wanted.map(({ id }) => before.find((link) => link.id === id) ?? linkMachine(deps, id))
    // One that just came up is not waited for.
    for (const { id, online } of wanted) {
      const link = before.find((one) => one.id === id)
      if (online && link?.circuit.state.peek().is === 'offline') link.circuit.retry()
    }
  }

  /** A circuit does what its capability said; what a machine allows now takes another one. */
  function renewChanged(before: readonly Machine[], now: readonly Machine[]): void {
    for (const { id, remoteChat, scopes } of now) {
      const was = before.find((machine) => machine.id === id)
      const isSame = was?.remoteChat === remoteChat && was.scopes.join() === scopes.join()
      if (was && !isSame)
        links
          .peek()
          .find((link) => link.id === id)
          ?.circuit.renew()
    }
  }

  async function newPairing(machine: string): Promise<string> {
    const pairing = toBase64url(deps.random(PAIRING_SECRET_BYTES))
    await pins.keepPairing(machine, pairing)
    return pairing
  }

  const at = (machine: string) => authority.api.v1.machines({ machine: segment(machine) })

  return {
    list,
    links,
    waiting: computed(() =>
      links.value.flatMap((link) =>
        [...link.sessions.value.sessions.values()]
          .filter(needsYou)
          .map((session) => ({ machine: link.id, session })),
      ),
    ),
    link: (machine) => links.value.find((link) => link.id === machine) ?? null,
    refresh,
    async add(label) {
      const asked = await authority.ask((api) => api.v1.machines.post({ label }))
      if (!asked.ok) return asked
      const { machine, enrollment } = asked.value
      const pairing = await newPairing(machine.id)
      await refresh()
      return { ok: true, value: { machine, enrollment, pairing } }
    },
    async renewCode(machine) {
      const asked = await authority.ask(() => at(machine.id)['enrollment-codes'].post())
      if (!asked.ok) return asked
      const pairing = await newPairing(machine.id)
      return { ok: true, value: { machine, enrollment: asked.value, pairing } }
    },
    async change(machine, change) {
      const asked = await authority.ask(() => at(machine).patch(change))
      await refresh()
      return asked
    },
    async remove(machine) {
      const asked = await authority.ask(() => at(machine).delete())
      await refresh()
      return asked
    },
    wake() {
      for (const link of links.peek()) link.circuit.wake()
      void refresh()
    },
    close() {
      closed = true
      timer?.cancel()
      for (const link of links.peek()) link.close()
      links.value = []
    },
  }
}
