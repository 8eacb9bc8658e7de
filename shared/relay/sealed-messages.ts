/** Admission messages over a finished handshake. Whatever is not as it must be reads as null, and nothing is told. */
import type { Transport } from '../noise/transport.ts'
import type { Static, TSchema } from '../typebox.ts'
import { decodeAdmission, encodeAdmission } from './admission-message.ts'
import type { OpeningChannel } from './opening-channel.ts'

export interface SealedMessages {
  send(message: object): Promise<void>
  receive<T extends TSchema>(schema: T): Promise<Static<T> | null>
}

export const sealedMessages = (channel: OpeningChannel, transport: Transport): SealedMessages => ({
  async send(message) {
    const sealed = await transport.seal(encodeAdmission(message))
    if (sealed.ok) channel.send(sealed.value)
  },
  async receive<T extends TSchema>(schema: T): Promise<Static<T> | null> {
    const message = await channel.receive()
    if (message === null) return null
    const opened = await transport.open(message, (plaintext) => decodeAdmission(schema, plaintext))
    return opened.ok ? opened.value : null
  },
})
