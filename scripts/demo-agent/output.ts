/**
 * Ordered writes to a descriptor. A write resolves once the kernel took all of it, so "written" is a fact and a
 * reader that stops reading holds the writer, while the event loop goes on.
 */
import { write } from 'node:fs'
import type { Clock } from '../../shared/time.ts'
import { demoLimits } from './limits.ts'
import { systemCode } from './narrow.ts'

export interface Output {
  /** Resolves when every byte was taken; never settles once the reader is gone (`broken` was called). */
  write(text: string): Promise<void>
}

export function createOutput(descriptor: number, clock: Clock, broken: () => void): Output {
  let last = Promise.resolve()
  return {
    write(text) {
      last = last.then(() => writeAll(descriptor, Buffer.from(text), clock, broken))
      return last
    },
  }
}

function writeAll(descriptor: number, bytes: Buffer, clock: Clock, broken: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const from = (offset: number): void => {
      write(descriptor, bytes, offset, bytes.length - offset, null, (error, written) => {
        if (error === null || error === undefined) {
          if (offset + written >= bytes.length) resolve()
          else from(offset + written)
          return
        }
        const code = systemCode(error)
        if (code === 'EAGAIN') clock.after(demoLimits.writeRetryMs, () => from(offset))
        else if (code === 'EPIPE' || code === 'ECONNRESET') broken()
        else reject(error)
      })
    }
    from(0)
  })
}
