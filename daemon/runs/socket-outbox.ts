import type { Socket } from 'bun'

/** What a socket did not take yet, in order. Bun's sockets keep nothing of their own. */
export interface SocketOutbox {
  send(socket: Socket, bytes: Uint8Array): void
  drain(socket: Socket): void
  /** Ends the socket when everything went out. */
  end(socket: Socket): void
}

export function socketOutbox(): SocketOutbox {
  let waiting: Uint8Array[] = []
  let ending = false

  const drain = (socket: Socket): void => {
    for (let next = waiting[0]; next; next = waiting[0]) {
      const taken = Math.max(0, socket.write(next))
      if (taken < next.length) {
        waiting[0] = next.subarray(taken)
        return
      }
      waiting.shift()
    }
    if (ending) socket.end()
  }

  return {
    drain,
    send(socket, bytes) {
      if (socket.readyState < 1) {
        waiting = [] // it is closed: nobody will take them
        return
      }
      waiting.push(bytes)
      if (waiting.length === 1) drain(socket)
    },
    end(socket) {
      ending = true
      drain(socket)
    },
  }
}
