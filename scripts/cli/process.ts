/** This process's streams and signals behind the interfaces that the rest of the command line is given. */
import { createKeyboard, type Keyboard, type ReadableSource } from './keyboard.ts'
import type { Sink } from './output.ts'

export function processSink(stream: NodeJS.WriteStream): Sink {
  let gone = false
  // The reader closed its end (`| head`): there is nobody left to write for.
  stream.on('error', () => {
    gone = true
  })
  return {
    isTTY: stream.isTTY === true,
    write: (text) => gone || stream.write(text),
    drained: () =>
      gone || !stream.writableNeedDrain
        ? Promise.resolve()
        : new Promise((resolve) => {
            stream.once('drain', resolve)
            stream.once('error', () => resolve())
          }),
  }
}

export function processKeyboard(): Keyboard {
  return createKeyboard(stdinSource, process.stdin.isTTY === true && process.stderr.isTTY === true)
}

const stdinSource: ReadableSource = {
  listen: (onText, onEnd) => {
    process.stdin.setEncoding('utf8')
    process.stdin.on('data', (text) => onText(String(text)))
    process.stdin.on('end', onEnd)
  },
  readAll: () => Bun.stdin.text(),
}

export function onInterrupt(fn: () => void): () => void {
  process.on('SIGINT', fn)
  process.on('SIGTERM', fn)
  return () => {
    process.off('SIGINT', fn)
    process.off('SIGTERM', fn)
  }
}
