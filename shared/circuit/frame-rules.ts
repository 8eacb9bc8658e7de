/** What each frame does to a circuit, and which may not come: whoever breaks a rule ends the circuit. */
import { fromUtf8 } from '../bytes.ts'
import { AppError } from '../errors.ts'
import {
  CIRCUIT_CAPABILITY_BYTES,
  CIRCUIT_FIRST_WINDOW_BYTES,
  CIRCUIT_HEAD_BYTES,
  CIRCUIT_RESETS,
} from '../limits.ts'
import type { Clock } from '../time.ts'
import { CREDIT_BYTES, type Frame, FrameType, PING_BYTES, u32At } from './frame.ts'
import type { Inflow } from './inflow.ts'
import type { Outbox } from './outbox.ts'
import { addCredit } from './outgoing.ts'
import { encodeReason, errorOf, parseReason, type Reason } from './reason.ts'
import { resetRate } from './reset-rate.ts'
import { parseSettings, type Settings } from './settings.ts'
import type { CircuitStream } from './stream.ts'
import type { Entry, StreamTable } from './stream-table.ts'

export interface FrameRulesDeps {
  role: 'initiator' | 'acceptor'
  table: StreamTable
  outbox: Outbox
  inflow: Inflow
  clock: Clock
  streamsMost: number
  onRenew: ((capability: string) => Reason | null | Promise<Reason | null>) | undefined
  /** The peer's capability was judged before the circuit began. */
  admitted: boolean
  onSettings(settings: Settings): void
  pong(payload: Uint8Array): void
  isOpen(): boolean
  /** The peer's GOAWAY. */
  wentAway(reason: Reason): void
  /** A RENEW was not accepted. */
  refused(reason: Reason): void
  wake(): void
}

export interface FrameRules {
  /** @throws AppError for what ends the circuit. */
  onFrame(frame: Frame): Promise<void> | undefined
  /** Runs what waits for the whole of a message: a head and a body that came together are served together. */
  onMessageEnd(): void
  awaitHead(stream: Entry, onHead: (head: Uint8Array) => void): void
  accept(serve: (stream: CircuitStream, head: Uint8Array) => void): void
  /** The circuit ended: an answer that is whole is still given, a request is no longer served. */
  stop(): void
}

const broken = (message: string): AppError => new AppError('protocol_error', message)

export function frameRules(deps: FrameRulesDeps): FrameRules {
  const { role, table, outbox, inflow, clock, wake } = deps
  const mayReset = resetRate()
  let atMessageEnd: (() => void)[] = []
  let serve: ((stream: CircuitStream, head: Uint8Array) => void) | null = null
  const unserved: { stream: CircuitStream; head: Uint8Array }[] = []
  let peer: Settings | null = null
  let isAdmitted = deps.admitted || deps.onRenew === undefined
  /** The newest stream that there is or was. */
  let newest = 0

  function settings(payload: Uint8Array): void {
    const given = parseSettings(payload)
    if (peer || given === null) throw broken('SETTINGS come once, and say what can be')
    peer = given
    deps.onSettings(given)
    outbox.settled(given)
    for (const { outgoing } of table.all()) outgoing.credit += given.streamWindow - CIRCUIT_FIRST_WINDOW_BYTES
    wake()
  }

  /** A stream that is or was; undefined when it is gone, and what comes for it is late. */
  function known(id: number): Entry | undefined {
    const entry = table.get(id)
    if (!entry && (id % 2 === 0 || id > newest)) throw broken('a frame for a stream that never was')
    return entry
  }

  function countReset(): void {
    if (!mayReset(clock.now())) throw broken(`${CIRCUIT_RESETS} streams were opened only to be dropped`)
  }

  function refuse(id: number, reason: Reason): void {
    outbox.control(FrameType.reset, id, encodeReason(reason))
    wake()
    countReset()
  }

  function request(id: number, payload: Uint8Array): void {
    if (role !== 'acceptor' || id % 2 === 0 || id <= newest) throw broken('a REQUEST opens a new odd stream')
    newest = id
    if (!isAdmitted) return refuse(id, { code: 'unauthenticated', message: 'no capability was shown' })
    if (!deps.isOpen()) {
      return refuse(id, { code: 'shutting_down', message: 'this circuit takes no more requests' })
    }
    if (payload.length > CIRCUIT_HEAD_BYTES) {
      return refuse(id, { code: 'head_too_large', message: `a head has at most ${CIRCUIT_HEAD_BYTES} bytes` })
    }
    if (table.size >= deps.streamsMost) {
      return refuse(id, { code: 'too_many_streams', message: `at most ${deps.streamsMost} requests at once` })
    }
    const stream = table.add(id, false)
    const head = payload.slice()
    atMessageEnd.push(() => (serve ? serve(stream, head) : unserved.push({ stream, head })))
  }

  function response(id: number, payload: Uint8Array): void {
    if (role !== 'initiator') throw broken('a RESPONSE to nobody')
    const entry = known(id)
    if (!entry) return
    const { onHead } = entry
    if (!onHead || payload.length > CIRCUIT_HEAD_BYTES) throw broken('one RESPONSE a stream, at most 16 KiB')
    entry.onHead = null
    const head = payload.slice()
    atMessageEnd.push(() => onHead(head))
  }

  function data(id: number, payload: Uint8Array): void {
    if (payload.length === 0) throw broken('DATA of nothing')
    const entry = known(id)
    inflow.arrived(entry ? id : 0, payload.length)
    if (!entry) return inflow.consumed(0, payload.length)
    if (entry.incoming.state === 'ended') throw broken('DATA after END')
    if (entry.onHead) throw broken('DATA before RESPONSE')
    entry.incoming.push(payload)
  }

  function end(id: number, payload: Uint8Array): void {
    const entry = known(id)
    if (payload.length > 0 || entry?.incoming.state === 'ended') throw broken('END comes once, and is empty')
    if (entry?.onHead) throw broken('END before RESPONSE')
    entry?.peerEnded()
  }

  function reset(id: number, payload: Uint8Array): void {
    const reason = parseReason(payload)
    if (reason === null) throw broken('a RESET without a reason')
    if (role === 'acceptor') countReset()
    known(id)?.cut(errorOf(reason))
  }

  function window(id: number, payload: Uint8Array): void {
    const credit = payload.length === CREDIT_BYTES ? u32At(payload, 0) : 0
    if (credit === 0) throw broken('a WINDOW gives credit')
    if (id === 0) outbox.credited(credit)
    else {
      const entry = known(id)
      if (!entry) return
      addCredit(entry.outgoing, credit)
    }
    wake()
  }

  function ping(payload: Uint8Array, answer: (payload: Uint8Array) => void): void {
    if (payload.length !== PING_BYTES) throw broken('a PING is eight bytes')
    answer(payload)
    wake()
  }

  async function judge(verdict: Promise<Reason | null>): Promise<void> {
    judged(await verdict)
  }

  function judged(reason: Reason | null): void {
    if (reason === null) isAdmitted = true
    else deps.refused(reason)
  }

  function renew(payload: Uint8Array): Promise<void> | undefined {
    if (!deps.onRenew || payload.length > CIRCUIT_CAPABILITY_BYTES) throw broken('a RENEW that cannot be')
    const verdict = deps.onRenew(fromUtf8(payload))
    if (verdict instanceof Promise) return judge(verdict)
    judged(verdict)
  }

  function circuitFrame({ type, payload }: Frame): Promise<void> | undefined {
    if (type === FrameType.renew) return renew(payload)
    if (type === FrameType.settings) settings(payload)
    else if (type === FrameType.window) window(0, payload)
    else if (type === FrameType.ping) ping(payload, outbox.pong)
    else if (type === FrameType.pong) ping(payload, deps.pong)
    else if (type === FrameType.goaway) goaway(payload)
    else throw broken('a frame of a stream for none')
  }

  function goaway(payload: Uint8Array): void {
    const reason = parseReason(payload)
    if (reason === null) throw broken('a GOAWAY without a reason')
    deps.wentAway(reason)
  }

  function streamFrame({ type, stream, payload }: Frame): void {
    switch (type) {
      case FrameType.request:
        return request(stream, payload)
      case FrameType.response:
        return response(stream, payload)
      case FrameType.data:
        return data(stream, payload)
      case FrameType.end:
        return end(stream, payload)
      case FrameType.reset:
        return reset(stream, payload)
      case FrameType.window:
        return window(stream, payload)
      default:
        throw broken('a frame of the circuit for a stream')
    }
  }

  function runDue(): void {
    if (atMessageEnd.length === 0) return
    const due = atMessageEnd
    atMessageEnd = []
    for (const run of due) run()
  }

  return {
    onFrame(frame) {
      if (!peer && frame.type !== FrameType.settings) throw broken('SETTINGS come first')
      if (frame.stream === 0) return circuitFrame(frame)
      streamFrame(frame)
    },
    onMessageEnd: runDue,
    awaitHead(stream, onHead) {
      newest = stream.id
      stream.onHead = onHead
    },
    accept(given) {
      serve = given
      for (const { stream, head } of unserved.splice(0)) given(stream, head)
    },
    stop() {
      if (role === 'initiator') runDue()
      else atMessageEnd = []
    },
  }
}
