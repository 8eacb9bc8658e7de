import { expect, test } from 'bun:test'
import { CliError } from './cli-error.ts'
import { createOutput, type Sink, safeText } from './output.ts'
import { styleOf } from './style.ts'

function sink(isTTY: boolean): Sink & { text: string } {
  const made = {
    isTTY,
    text: '',
    gone: new AbortController().signal,
    write(text: string) {
      made.text += text
      return true
    },
    drained: () => Promise.resolve(),
  }
  return made
}

test('text of others keeps newlines, tabs and its colours, closed again, and nothing that acts on a terminal', () => {
  const hostile =
    'a\u001b[31mred\u001b[2J\u001b]0;title\u0007\u001b]8;;http://x\u001b\\link\u009b1Ab\r\n\tc\u0000'
  expect(safeText(hostile, styleOf(true))).toBe('a\u001b[31mredlink1Ab\n\tc\u001b[0m')
  expect(safeText(hostile, styleOf(false))).toBe('aredlink1Ab\n\tc')
})

test('an escape sequence cut into two pieces acts on nothing', () => {
  const plain = styleOf(false)
  expect(safeText('\u001b', plain) + safeText('[2Jx', plain)).toBe('[2Jx')
  expect(safeText('\u001b]0;ti', plain) + safeText('tle\u0007x', plain)).toBe('tlex')
})

test('colour is for terminals that want it', () => {
  const options = { json: false, noColour: false }
  expect(createOutput(sink(true), sink(true), options).style.colour).toBe(true)
  expect(createOutput(sink(false), sink(true), options).style.colour).toBe(false)
  expect(createOutput(sink(true), sink(true), { ...options, noColour: true }).style.colour).toBe(false)
  expect(createOutput(sink(true), sink(true), { ...options, json: true }).style.colour).toBe(false)
})

test('a refusal goes to stderr: a sentence for people, one JSON line for scripts', () => {
  const [out, err] = [sink(false), sink(false)]
  createOutput(out, err, { json: false, noColour: false }).fail(new CliError('busy', 'It is\u001b[2J busy.'))
  createOutput(out, err, { json: true, noColour: false }).fail(
    new CliError('busy', 'B', { detail: { a: 1 } }),
  )
  expect(out.text).toBe('')
  expect(err.text).toBe('fairlead: It is busy.\n{"error":{"code":"busy","message":"B","detail":{"a":1}}}\n')
})
