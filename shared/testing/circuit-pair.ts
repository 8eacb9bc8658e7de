/** Both ends of a circuit in one process, with every frame on the wire seen and its credit added up. */
import type { Sealer } from '../circuit/channel.ts'
import { createEndpoint, type Endpoint, type EndpointOptions } from '../circuit/endpoint.ts'
import { createCircuitFetch } from '../circuit/fetch.ts'
import { type Frame, FrameType, frameAt, u32At, writeFrameHeader } from '../circuit/frame.ts'
import { type Handle, type ServeOptions, type Serving, serveCircuit } from '../circuit/serve.ts'
import { parseSettings } from '../circuit/settings.ts'
import { CIRCUIT_FIRST_WINDOW_BYTES } from '../limits.ts'
import { type FakeClock, fakeClock } from './fake-clock.ts'
import { type MemoryChannelOptions, type MemoryPair, memoryPair } from './memory-channel.ts'

/** Seals nothing: what is on the wire can be read. */
export const clearSealer = (): Sealer => ({
  seal: (plaintext) => plaintext.slice(),
  open: (message) => message,
  rekeySend() {},
  rekeyReceive() {},
})

export interface CircuitPair {
  clock: FakeClock
  wire: MemoryPair
  device: Endpoint
  machine: Endpoint
  /** Frames by who sent them, payloads copied; DATA as its length only. */
  sent: { device: SeenFrame[]; machine: SeenFrame[] }
  /** The first time that a side sent more than it was told it may; null while none did. */
  overrun(): string | null
  /** What the machine may still send to the device on the whole circuit, by what the device told it; bytes. */
  credit(): number
  fetch: typeof fetch
  serving: Serving
  close(): void
}

export interface SeenFrame {
  type: FrameType
  stream: number
  length: number
  payload: Uint8Array
}

export interface CircuitPairOptions extends MemoryChannelOptions, ServeOptions {
  handle?: Handle
  /** The sealers given really seal, and the wire cannot be watched. */
  isSealed?: boolean
  device?: Partial<EndpointOptions>
  machine?: Partial<EndpointOptions>
}

export function circuitPair(options: CircuitPairOptions = {}): CircuitPair {
  const clock = fakeClock(0)
  const wire = memoryPair(options)
  const credit = creditWatch()
  const sent = { device: [] as SeenFrame[], machine: [] as SeenFrame[] }
  const watch = (who: 'device' | 'machine', message: Uint8Array): void => {
    for (const { type, stream, payload } of framesOf(message)) {
      credit.saw(who, type, stream, payload)
      const kept = type === FrameType.data ? payload.subarray(0, 0) : payload.slice()
      sent[who].push({ type, stream, length: payload.length, payload: kept })
    }
  }
  if (!options.isSealed) {
    wire.a.observe((message) => watch('device', message))
    wire.b.observe((message) => watch('machine', message))
  }
  const both = { clock, sealer: clearSealer() }
  const device = createEndpoint({ ...both, role: 'initiator', channel: wire.a, ...options.device })
  const machine = createEndpoint({ ...both, role: 'acceptor', channel: wire.b, ...options.machine })
  const serving = serveCircuit(machine, options.handle ?? (() => new Response('hello')), options)
  return {
    clock,
    wire,
    device,
    machine,
    sent,
    overrun: credit.overrun,
    credit: credit.ofMachine,
    serving,
    fetch: createCircuitFetch(async () => ({ ok: true, value: device })),
    close() {
      device.close({ code: 'idle', message: 'the test is over' })
      machine.close({ code: 'idle', message: 'the test is over' })
    },
  }
}

export function framesOf(plaintext: Uint8Array): Frame[] {
  const frames: Frame[] = []
  let at = 0
  for (;;) {
    const frame = frameAt(plaintext, at)
    if (frame === 'end') return frames
    if (frame === 'bad') throw new RangeError('a sender sent a frame that cannot be')
    frames.push(frame)
    at = frame.payload.byteOffset - plaintext.byteOffset + frame.payload.length
  }
}

/** One plaintext of these frames, as a peer that keeps no rules would write it. */
export function plaintextOf(
  ...frames: [type: number, stream: number, payload?: Uint8Array | string][]
): Uint8Array {
  const parts = frames.map(([type, stream, given = '']) => {
    const payload = typeof given === 'string' ? new TextEncoder().encode(given) : given
    const frame = new Uint8Array(8 + payload.length)
    writeFrameHeader(frame, 0, FrameType.padding, stream, payload.length)
    frame[0] = type
    frame.set(payload, 8)
    return frame
  })
  return new Uint8Array(Buffer.concat(parts))
}

interface Account {
  stream: number
  granted: Map<number, number>
  used: Map<number, number>
}

/** Adds up, independently of the code under test, what each side was told it may send and what it sent. */
function creditWatch() {
  const account = (): Account => ({
    stream: CIRCUIT_FIRST_WINDOW_BYTES,
    granted: new Map([[0, CIRCUIT_FIRST_WINDOW_BYTES]]),
    used: new Map(),
  })
  const accounts = { device: account(), machine: account() }
  let overrun: string | null = null
  const add = (to: Map<number, number>, key: number, n: number): number => {
    const sum = (to.get(key) ?? 0) + n
    to.set(key, sum)
    return sum
  }
  function use(who: 'device' | 'machine', key: number, bytes: number): void {
    const { used, granted, stream } = accounts[who]
    const may = (granted.get(key) ?? 0) + (key === 0 ? 0 : stream)
    const has = add(used, key, bytes)
    if (has > may) overrun ??= `${who} sent ${has} of ${may} bytes on ${key}`
  }
  return {
    overrun: () => overrun,
    ofMachine: () => (accounts.machine.granted.get(0) ?? 0) - (accounts.machine.used.get(0) ?? 0),
    saw(who: 'device' | 'machine', type: FrameType, stream: number, payload: Uint8Array): void {
      const other = accounts[who === 'device' ? 'machine' : 'device']
      if (type === FrameType.window) add(other.granted, stream, u32At(payload, 0))
      const settings = type === FrameType.settings ? parseSettings(payload) : null
      if (settings) {
        other.stream = settings.streamWindow
        other.granted.set(0, settings.circuitWindow)
      }
      if (type !== FrameType.data) return
      use(who, stream, payload.length)
      use(who, 0, payload.length)
    },
  }
}
