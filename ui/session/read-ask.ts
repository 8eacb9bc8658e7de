/** An open ask, read whole: what a person must have before they can answer. */
import { AppError, ok, type Result, refuse } from '../../shared/errors.ts'
import type { Clock } from '../../shared/time.ts'
import { Value } from '../../shared/typebox.ts'
import { Ask } from '../../shared/wire/ask.ts'
import { isPassing } from '../api/circuit-state.ts'
import { MACHINE_BASE, segment } from '../api/daemon.ts'
import { refusalOf, unwrap } from '../api/unwrap.ts'
import { type Blobs, missingBlobs } from '../asks/whole-ask.ts'
import { uiLimits } from '../limits.ts'
import type { MachineLink } from '../state/machine.ts'
import { pause, until } from '../state/pause.ts'

export interface WholeAsk {
  ask: Ask
  blobs: Blobs
}

type Reading = Pick<MachineLink, 'circuit' | 'daemon'>

/** Null: it cannot be had any more, or nobody wants it. Tried again for as long as only the connection is at fault. */
export async function readWholeAsk(
  machine: Reading,
  session: string,
  ask: string,
  clock: Clock,
  signal: AbortSignal,
): Promise<WholeAsk | AppError | null> {
  while (!signal.aborted) {
    await until(machine.circuit.state, ({ is }) => is === 'connected', signal)
    if (signal.aborted) return null
    const read = await readOnce(machine, session, ask, signal)
    if (signal.aborted) return null
    if (read.ok) return read.value
    if (!isPassing(read.error.code)) return read.error
    await pause(clock, uiLimits.resendMs, signal)
  }
  return null
}

async function readOnce(
  machine: Reading,
  session: string,
  ask: string,
  signal: AbortSignal,
): Promise<Result<WholeAsk>> {
  const at = machine.daemon.v1.sessions({ session: segment(session) })
  const got = await unwrap(at.asks({ ask: segment(ask) }).get())
  if (!got.ok) return got
  if (!Value.Check(Ask, got.value)) return refuse('protocol_error', 'this is no ask')
  const blobs = new Map<string, string>()
  for (const blob of missingBlobs(got.value)) {
    if (blobs.has(blob) || signal.aborted) continue
    const text = await readBlob(machine, session, blob)
    if (!text.ok) return text
    blobs.set(blob, text.value)
  }
  return ok({ ask: got.value, blobs })
}

/** A long text as it is. Eden would make numbers and objects of what looks like them. */
export async function readBlob(
  { circuit }: Pick<MachineLink, 'circuit'>,
  session: string,
  blob: string,
): Promise<Result<string>> {
  try {
    const path = `/v1/sessions/${segment(session)}/blobs/${segment(blob)}`
    const response = await circuit.fetch(`${MACHINE_BASE}${path}`)
    if (response.ok) return ok(await response.text())
    return { ok: false, error: refusalOf(await response.json(), 'circuit_lost') }
  } catch (cause) {
    // A body that broke off with its circuit.
    return {
      ok: false,
      error: new AppError('circuit_lost', 'the text did not come whole', undefined, { cause }),
    }
  }
}
