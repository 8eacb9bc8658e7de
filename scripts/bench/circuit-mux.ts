/**
 * Bulk and small requests through a circuit between two ends in one process, without a network: what framing, credit
 * and HTTP cost, with and without AES-256-GCM, against calling the handler directly. Both ends share one core's loop,
 * so a figure is the sum of both sides' work. Prints one JSON line. `bun scripts/bench/circuit-mux.ts [MiB]`
 */
import type { Sealer } from '../../shared/circuit/channel.ts'
import { createEndpoint } from '../../shared/circuit/endpoint.ts'
import { createCircuitFetch } from '../../shared/circuit/fetch.ts'
import { serveCircuit } from '../../shared/circuit/serve.ts'
import { gcmPair } from '../../shared/testing/gcm-sealer.ts'
import { type MemoryChannelOptions, memoryPair } from '../../shared/testing/memory-channel.ts'
import { systemClock } from '../../shared/time.ts'

const MIB = 1024 * 1024
const BULK_MIB = Number(Bun.argv[2] ?? 256)
const CHUNK = new Uint8Array(64 * 1024)
const ROUNDS = 3
const SMALL_REQUESTS = 5_000
const WARM_UP = 1_000
const IN_FLIGHT = 32
const LONG_PATH_MS = 40
const SMALL_BODY = 'x'.repeat(200)

const identity = (): [Sealer, Sealer] => {
  const sealer: Sealer = {
    seal: (plaintext) => plaintext.slice(),
    open: (message) => message,
    rekeySend() {},
    rekeyReceive() {},
  }
  return [sealer, sealer]
}

function bulk(): ReadableStream<Uint8Array> {
  let left = (BULK_MIB * MIB) / CHUNK.length
  return new ReadableStream(
    {
      pull(controller) {
        controller.enqueue(CHUNK)
        if (--left === 0) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}

async function drain(body: ReadableStream<Uint8Array> | null): Promise<number> {
  let bytes = 0
  const reader = body?.getReader()
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    bytes += part.value.length
  }
  return bytes
}

async function handle(request: Request): Promise<Response> {
  if (request.method === 'POST') return Response.json({ bytes: await drain(request.body) })
  if (request.url.endsWith('/bulk')) return new Response(bulk())
  return new Response(SMALL_BODY)
}

function circuitFetch([one, other]: [Sealer, Sealer], channel: MemoryChannelOptions = {}): typeof fetch {
  const { a, b } = memoryPair(channel)
  const device = createEndpoint({ role: 'initiator', channel: a, sealer: one, clock: systemClock })
  const machine = createEndpoint({ role: 'acceptor', channel: b, sealer: other, clock: systemClock })
  serveCircuit(machine, handle, { streamsBody: () => true })
  return createCircuitFetch(async () => ({ ok: true, value: device }))
}

/** One download over a path of 40 ms: what the windows grow to, MB/s. */
async function overLongPath(): Promise<number> {
  const ask = circuitFetch(gcmPair(), { delayMs: LONG_PATH_MS / 2, highWater: Number.POSITIVE_INFINITY })
  const took = await seconds(async () => {
    await drain((await ask('http://machine/bulk')).body)
  })
  return Math.round((BULK_MIB * MIB) / 1e5 / took) / 10
}

interface Figures {
  downMBs: number
  upMBs: number
  requestMicros: number
  requestMicros32: number
}

async function measure(ask: typeof fetch): Promise<Figures> {
  const down = await seconds(async () => {
    await drain((await ask('http://machine/bulk')).body)
  })
  const up = await seconds(async () => {
    await (
      await ask('http://machine/up', { method: 'POST', body: bulk(), duplex: 'half' } as RequestInit)
    ).json()
  })
  const small = async (): Promise<void> => {
    await (await ask('http://machine/small')).text()
  }
  for (let n = 0; n < WARM_UP; n++) await small()
  const alone = await seconds(async () => {
    for (let n = 0; n < SMALL_REQUESTS; n++) await small()
  })
  const together = await seconds(async () => {
    const one = async (): Promise<void> => {
      for (let n = 0; n < SMALL_REQUESTS / IN_FLIGHT; n++) await small()
    }
    await Promise.all(Array.from({ length: IN_FLIGHT }, one))
  })
  const perSecond = (BULK_MIB * MIB) / 1e6
  return {
    downMBs: perSecond / down,
    upMBs: perSecond / up,
    requestMicros: (alone * 1e6) / SMALL_REQUESTS,
    requestMicros32: (together * 1e6) / SMALL_REQUESTS,
  }
}

async function seconds(run: () => Promise<void>): Promise<number> {
  const from = performance.now()
  await run()
  return (performance.now() - from) / 1000
}

/** Field by field, whole numbers of tenths. */
function median(rounds: Figures[]): Figures {
  const of = (name: keyof Figures): number => {
    const values = rounds.map((round) => round[name]).sort((x, y) => x - y)
    return Math.round((values[Math.floor(values.length / 2)] ?? 0) * 10) / 10
  }
  return {
    downMBs: of('downMBs'),
    upMBs: of('upMBs'),
    requestMicros: of('requestMicros'),
    requestMicros32: of('requestMicros32'),
  }
}

const direct = Object.assign(
  async (input: string | URL | Request, init?: RequestInit) => handle(new Request(input, init)),
  {
    preconnect() {},
  },
)
const rounds = { direct: [] as Figures[], identity: [] as Figures[], aes256gcm: [] as Figures[] }
for (let n = 0; n < ROUNDS; n++) {
  rounds.direct.push(await measure(direct))
  rounds.identity.push(await measure(circuitFetch(identity())))
  rounds.aes256gcm.push(await measure(circuitFetch(gcmPair())))
}
console.log(
  JSON.stringify({
    bench: 'circuit-mux',
    MiB: BULK_MIB,
    direct: median(rounds.direct),
    identity: median(rounds.identity),
    aes256gcm: median(rounds.aes256gcm),
    longPathMBs: await overLongPath(),
  }),
)
