/**
 * The keeper's wire, generation 1: one Unix stream socket, `<home>/run/keeper-1.sock`, one daemon at a time.
 *
 *   u32 BE length of the rest | u8 type | u16 BE header length | header: JSON | body: bytes
 *
 *   daemon                                  keeper
 *   HELLO ────────────────────────────────▶
 *         ◀──────────────────────────────── WELCOME (every run it holds)
 *   READ from the last acknowledged offset ▶
 *         ◀──────────────────────────────── OUTPUT …
 *   ACK (after the transaction) ──────────▶   the spool may forget up to here
 *   INPUT n, n+1 … (after the transaction) ▶  numbers already taken are ignored
 *         ◀──────────────────────────────── TOOK n
 *   END ──────────────────────────────────▶
 *         ◀──────────────────────────────── STEP stdin, STEP term, STEP kill, ENDED
 *   FORGET ───────────────────────────────▶
 *
 * The keeper speaks no ACP. A header is at most 64 KiB, a frame at most `keeperLimits.frameBytes`. Fields are only
 * ever added; another meaning is another generation with a socket of its own.
 */
export const KEEPER_GENERATION = 1

export const FrameType = {
  /** {v, pid} · first frame of a daemon. Newest daemon wins: an older connection gets REFUSED and is closed. */
  hello: 1,
  /** {run, argv, cwd} · body: JSON of the whole environment. A run already known answers SPAWNED again. */
  spawn: 2,
  /**
   * {run, from} · send output from byte `from` on, now and as it comes; ENDED follows the last byte. Below the
   * acknowledged offset it starts there. Without a READ only the connection that sent END is told ENDED.
   */
  read: 3,
  /**
   * {run, n} · body: one whole line with its newline. Taken when n = lastIn + 1, ignored (and answered TOOK lastIn)
   * when n ≤ lastIn, refused as `bad_frame` beyond. While `keeperLimits.stdinQueueBytes` wait for an agent that does
   * not read, a line is not taken and not answered, and neither is any after it: once there is room the keeper sends
   * TOOK with `resend: true`, and the daemon sends again from n + 1. A line for a run that is over is not answered.
   */
  input: 4,
  /** {run, offset} · everything before `offset` is in the daemon's database. */
  ack: 5,
  /** {run} · the kill ladder. Idempotent; the keeper finishes it alone. */
  end: 6,
  /** {run} · remember which processes the run has now. */
  mark: 7,
  /** {run} · end what the run started since MARK in a process session of its own; answers SWEPT. */
  sweep: 8,
  /** {run} · the end of the run is recorded: drop it and its spool. Only an ended run is dropped. */
  forget: 9,
  /** {} · end every run, then the keeper itself. */
  quit: 10,

  /** {v, keeper, pid, startedAt, runs: RunFacts[]} */
  welcome: 65,
  /** {run, pid} */
  spawned: 66,
  /** {run, message} · nothing was started, the run is not held. */
  spawnFailed: 67,
  /** {run, offset} · body: output bytes; `offset` is the position of the first. */
  output: 68,
  /** {run, n, resend?: true} · every input line up to `n` was written or is queued for the pipe. */
  took: 69,
  /** {run, step, pids} · one rung of the ladder: `stdin` | `term` | `kill`, and how many processes it reached. */
  step: 70,
  /** {run, end, code, signal, stderr, left} · the run is over and all output before byte `end` was sent. */
  ended: 71,
  /** {run, ended, left} · how many processes SWEEP ended, and what it could not end. */
  swept: 72,
  /** {code, message} · `version` | `displaced` | `bad_frame`; the connection closes after it. */
  refused: 73,
} as const

export interface LeftProcess {
  pid: number
  /** The command line, cut at 200 bytes. */
  command: string
}

export interface RunEnd {
  /** Bytes of output the run wrote in all. */
  end: number
  code: number | null
  signal: string | null
  /** The last 4 KiB of stderr, as text. */
  stderr: string
  /** What the ladder could not end, at most `keeperLimits.leftNamed` of them. Empty: everything is gone. */
  left: LeftProcess[]
}

export interface RunFacts {
  run: string
  pid: number
  startedAt: number
  /** The highest input number taken; 0 before the first. */
  lastIn: number
  /** Output acknowledged, output written so far. */
  acked: number
  end: number
  state: 'running' | 'ending' | 'ended'
}

export interface Frame {
  type: number
  header: Record<string, unknown>
  body: Uint8Array
}

export type LadderStep = 'stdin' | 'term' | 'kill'

const PREFIX_BYTES = 4
const FIXED_BYTES = 3
export const HEADER_BYTES = 64 * 1024

const encoder = new TextEncoder()
const decoder = new TextDecoder()
const EMPTY = new Uint8Array(0)

export function encodeFrame(type: number, header: object, body: Uint8Array = EMPTY): Uint8Array {
  const head = encoder.encode(JSON.stringify(header))
  if (head.length > HEADER_BYTES - 1) throw new RangeError(`keeper frame header of ${head.length} bytes`)
  const frame = new Uint8Array(PREFIX_BYTES + FIXED_BYTES + head.length + body.length)
  const view = new DataView(frame.buffer)
  view.setUint32(0, FIXED_BYTES + head.length + body.length)
  view.setUint8(4, type)
  view.setUint16(5, head.length)
  frame.set(head, PREFIX_BYTES + FIXED_BYTES)
  frame.set(body, PREFIX_BYTES + FIXED_BYTES + head.length)
  return frame
}

/**
 * Cuts a byte stream into frames. `push` returns the frames that are whole; a malformed stream throws and must be
 * closed. Bodies are copies: a caller may keep them.
 */
export function frameReader(maxBytes: number): { push(chunk: Uint8Array): Frame[] } {
  let held: Uint8Array[] = []
  let heldBytes = 0

  const joined = (): Uint8Array => {
    if (held.length === 1) return held[0] as Uint8Array
    const whole = new Uint8Array(heldBytes)
    let at = 0
    for (const part of held) {
      whole.set(part, at)
      at += part.length
    }
    held = [whole]
    return whole
  }

  return {
    push(chunk) {
      held.push(chunk)
      heldBytes += chunk.length
      const frames: Frame[] = []
      for (;;) {
        if (heldBytes < PREFIX_BYTES) return frames
        if ((held[0] as Uint8Array).length < PREFIX_BYTES) joined()
        const first = held[0] as Uint8Array
        const length = new DataView(first.buffer, first.byteOffset).getUint32(0)
        if (length < FIXED_BYTES || length > maxBytes) throw new RangeError(`keeper frame of ${length} bytes`)
        if (heldBytes < PREFIX_BYTES + length) return frames
        const whole = joined()
        frames.push(decodeFrame(whole.subarray(PREFIX_BYTES, PREFIX_BYTES + length)))
        const rest = whole.subarray(PREFIX_BYTES + length)
        held = rest.length ? [rest] : []
        heldBytes = rest.length
      }
    },
  }
}

function decodeFrame(bytes: Uint8Array): Frame {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const headerLength = view.getUint16(1)
  if (FIXED_BYTES + headerLength > bytes.length) throw new RangeError('keeper frame header past its end')
  const header: unknown = JSON.parse(decoder.decode(bytes.subarray(FIXED_BYTES, FIXED_BYTES + headerLength)))
  if (typeof header !== 'object' || header === null || Array.isArray(header)) {
    throw new TypeError('keeper frame header is not an object')
  }
  return {
    type: view.getUint8(0),
    header: header as Record<string, unknown>,
    body: bytes.slice(FIXED_BYTES + headerLength),
  }
}
