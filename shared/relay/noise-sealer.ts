import type { Sealer } from '../circuit/channel.ts'
import { AppError } from '../errors.ts'
import { type Awaitable, andThen } from '../noise/awaitable.ts'
import type { NoiseResult } from '../noise/noise-result.ts'
import type { Transport } from '../noise/transport.ts'

/** A finished handshake as what a circuit seals with. A failure ends the circuit; the peer is told nothing of it. */
export const noiseSealer = (transport: Transport): Sealer => ({
  seal: (plaintext) => must(transport.seal(plaintext)),
  open: (message) => must(transport.open(message, (plaintext) => plaintext)),
  rekeySend: () => must(transport.rekeySeal()),
  rekeyReceive: () => must(transport.rekeyOpen()),
})

const must = <T>(result: Awaitable<NoiseResult<T>>): Awaitable<T> =>
  andThen(result, (settled) => {
    if (settled.ok) return settled.value
    throw new AppError('protocol_error', `the cipher ended: ${settled.why}`)
  })
