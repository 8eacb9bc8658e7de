/** This process's streams and signals behind the interfaces that the rest of the command line is given. */
import { createKeyboard, type Keyboard, type KeySource } from './keyboard.ts'
import type { Sink } from './output.ts'

export function processSink(stream: NodeJS.WriteStream): Sink {
  const gone = new AbortController()
  stream.on('error', () => gone.abort())
  return {
    isTTY: stream.isTTY === true,
    gone: gone.signal,
    write: (text) => gone.signal.aborted || stream.write(text),
    drained: () =>
      gone.signal.aborted || !stream.writableNeedDrain
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

const stdinSource: KeySource = {
  listen: (onText, onEnd) => {
    process.stdin.setEncoding('utf8')
    process.stdin.on('data', (text) => onText(String(text)))
    process.stdin.on('end', onEnd)
  },
  readAll: () => Bun.stdin.text(),
  blind: (on) => void process.stdin.setRawMode(on),
  interrupt: () => process.kill(process.pid, 'SIGINT'),
}

export function onInterrupt(fn: () => void): () => void {
  process.on('SIGINT', fn)
  process.on('SIGTERM', fn)
  return () => {
    process.off('SIGINT', fn)
    process.off('SIGTERM', fn)
  }
}
