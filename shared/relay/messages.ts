/**
 * The control messages of the relay's three sockets. All are JSON text frames, at most 8 KiB, and exist only before a
 * splice; binary frames are opaque to the relay. A refusal is one text frame with the error envelope, then a close
 * with the code of `close-codes.ts`.
 *
 *   tunnel   relay → {t: challenge}   daemon → {t: hello}   relay → {t: welcome}, then both ways until it closes
 *   connect  device → {v, capability}                       relay → {t: ready}, then binary
 *   accept   daemon → {v, circuit, secret}                  relay → {t: ready}, then binary
 */
import { type Static, Type } from '../typebox.ts'

export const RELAY_VERSION = 1

const Text = (most: number) => Type.String({ maxLength: most })
const Bytes32 = Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' })

/** 32 random bytes, for one signature within five seconds. */
export const TunnelChallenge = Type.Object({ t: Type.Literal('challenge'), nonce: Bytes32 })
/** `proof` is the sign key's signature over `tunnelProofInput`; versions are advisory. */
export const TunnelHello = Type.Object({
  t: Type.Literal('hello'),
  v: Type.Integer(),
  machine: Text(40),
  proof: Text(100),
  version: Text(40),
  agents: Type.Optional(Type.Array(Text(80), { maxItems: 64 })),
})
export const TunnelWelcome = Type.Object({ t: Type.Literal('welcome'), v: Type.Integer() })

/** What the relay says down an open tunnel. */
export const TunnelOrder = Type.Union([
  /** Dial `/relay/accept` with this secret; judge the capability that hashes to `capHash` and no other. */
  Type.Object({ t: Type.Literal('open'), circuit: Text(40), capHash: Bytes32, secret: Bytes32 }),
  /** What was revoked; kept and said again until it is acknowledged. */
  Type.Object({
    t: Type.Literal('revoked'),
    id: Type.Integer(),
    sub: Type.Optional(Text(40)),
    dev: Type.Optional(Text(40)),
    sid: Type.Optional(Text(40)),
  }),
  /** A numbered key statement (`fl-keys+jwt`). */
  Type.Object({ t: Type.Literal('statement'), jws: Text(4096) }),
  Type.Object({ t: Type.Literal('pong') }),
])
export type TunnelOrder = Static<typeof TunnelOrder>

/** What a daemon says up an open tunnel. */
export const TunnelReport = Type.Union([
  Type.Object({ t: Type.Literal('ping') }),
  Type.Object({ t: Type.Literal('revoked_ack'), id: Type.Integer() }),
  Type.Object({ t: Type.Literal('statement_ack'), number: Type.Integer() }),
  /** The daemon will not answer this circuit: the device is told at once. */
  Type.Object({ t: Type.Literal('refuse'), circuit: Text(40), code: Text(40) }),
])
export type TunnelReport = Static<typeof TunnelReport>

export const ConnectHello = Type.Object({ v: Type.Integer(), capability: Text(4096) })
export const AcceptHello = Type.Object({ v: Type.Integer(), circuit: Text(40), secret: Bytes32 })
export const Ready = Type.Object({ t: Type.Literal('ready') })

export type TunnelHello = Static<typeof TunnelHello>
export type ConnectHello = Static<typeof ConnectHello>
export type AcceptHello = Static<typeof AcceptHello>
