/**
 * Between the Noise handshake and the mux: one JSON message each way in sealed transport messages, so that nothing of
 * a device is acted on before its capability was judged, and nothing pinned before both sides proved what they share.
 *
 *   device → Admit          daemon → Admitted, and the mux begins with SETTINGS
 *                           daemon → NotApproved: the device's key is not in the machine's lock. The circuit waits:
 *   device → Reveal         daemon → Revealed: both now know the code that is typed on an approved device
 *                           daemon → Admitted, or it closes
 *                           daemon → Refused, and the circuit closes
 */
import { type Static, Type } from '../typebox.ts'
import { PublicKey } from '../wire/identity.ts'

const Hex32 = Type.String({ pattern: '^[0-9a-f]{64}$' })

/** `pair`: HMAC of the pairing secret over the handshake, where this device was told one. */
export const Admit = Type.Object({
  capability: Type.String({ maxLength: 4096 }),
  pair: Type.Optional(Hex32),
  /** What the device calls itself, for the person who approves it. */
  name: Type.Optional(Type.String({ maxLength: 200 })),
})
export type Admit = Static<typeof Admit>

/**
 * `pair`: the machine's own proof, which the device checks before it pins the machine's key. `sign`: its sign key, which
 * vouches for the key that comes after this one (`successor.ts`); that it is said in here vouches for it.
 */
export const Admitted = Type.Object({
  admitted: Type.Literal(true),
  pair: Type.Optional(Hex32),
  sign: Type.Optional(PublicKey),
})
/** `commit`: SHA-256 of the daemon's nonce, sent before it sees the device's. */
export const NotApproved = Type.Object({
  approval: Type.Literal('commit'),
  commit: Hex32,
  pending: Type.String(),
})
export const Reveal = Type.Object({ nonce: Hex32 })
export const Revealed = Type.Object({ approval: Type.Literal('reveal'), nonce: Hex32 })
export const Refused = Type.Object({
  error: Type.Object({ code: Type.String({ maxLength: 60 }), message: Type.String({ maxLength: 500 }) }),
})

export const FromDaemon = Type.Union([Admitted, NotApproved, Revealed, Refused])
export type FromDaemon = Static<typeof FromDaemon>
