/** A WebSocket client whose messages are awaited one by one. */

export interface Client {
  socket: WebSocket
  /** Bytes and text as they are, anything else as JSON. */
  send(message: object | string): void
  /** The next message; rejects with the close when the socket closes first. */
  next(): Promise<string | Uint8Array>
  /** The next message, which is JSON text. */
  nextJson(): Promise<Record<string, unknown>>
  /** The next bytes, as many as `length`, however they were cut into messages. */
  nextBytes(length: number): Promise<Uint8Array>
  closed: Promise<{ code: number }>
}

export async function dial(url: string): Promise<Client> {
  const socket = new WebSocket(url)
  socket.binaryType = 'arraybuffer'
  const queue: (string | Uint8Array)[] = []
  const waiting: PromiseWithResolvers<string | Uint8Array>[] = []
  const closed = Promise.withResolvers<{ code: number }>()
  let over: TypeError | null = null
  socket.onmessage = ({ data }) => {
    const message = typeof data === 'string' ? data : new Uint8Array(data)
    const first = waiting.shift()
    if (first) first.resolve(message)
    else queue.push(message)
  }
  socket.onclose = ({ code }) => {
    over = new TypeError(`closed with ${code}`)
    for (const one of waiting.splice(0)) one.reject(over)
    closed.resolve({ code })
  }
  await new Promise<void>((resolve, reject) => {
    socket.onopen = () => resolve()
    socket.onerror = () => reject(new TypeError(`cannot dial ${url}`))
  })
  const next = (): Promise<string | Uint8Array> => {
    const first = queue.shift()
    if (first !== undefined) return Promise.resolve(first)
    if (over) return Promise.reject(over)
    const one = Promise.withResolvers<string | Uint8Array>()
    waiting.push(one)
    return one.promise
  }
  return {
    socket,
    closed: closed.promise,
    send(message) {
      if (message instanceof Uint8Array) socket.send(Buffer.from(message))
      else socket.send(typeof message === 'string' ? message : JSON.stringify(message))
    },
    next,
    async nextJson() {
      const value: unknown = JSON.parse(String(await next()))
      if (typeof value !== 'object' || value === null) throw new TypeError('no JSON object')
      return { ...value }
    },
    async nextBytes(length) {
      const parts: Uint8Array[] = []
      for (let have = 0; have < length; ) {
        const message = await next()
        if (typeof message === 'string') throw new TypeError(`text instead of bytes: ${message}`)
        parts.push(message)
        have += message.length
      }
      return Buffer.concat(parts)
    },
  }
}

/** How a socket was refused: the code of its text frame and the code of its close. */
export async function refusalOf(client: Client): Promise<{ code: unknown; close: number }> {
  const message = await client.nextJson()
  const error = message.error
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : message
  return { code, close: (await client.closed).code }
}
