/** WebCrypto takes no shared memory. Bytes that lie in it are copied, others pass as they are. */
export const plainBuffer = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  isPlain(bytes) ? bytes : Uint8Array.from(bytes)

const isPlain = (bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> => bytes.buffer instanceof ArrayBuffer
