import { expect, test } from 'bun:test'
import { utf8 } from '../../shared/bytes.ts'
import { daemonLimits } from '../limits.ts'
import { createTranscript } from './transcript.ts'

const read = (chunks: readonly string[], limits = {}) => {
  const transcript = createTranscript({ ...daemonLimits, ...limits })
  for (const chunk of chunks) transcript.push(utf8(chunk))
  transcript.end()
  return transcript
}

test('text reads the same however its bytes were cut', () => {
  const whole =
    'Open \u001b]8;;https://a.example/x?y=1\u001b\\here\u001b]8;;\u001b\\\r\n\u001b[1;32mgreen\u001b[0m \u001b[2Kä€\rframe\r\n'
  const bytes = utf8(whole)
  for (let size = 1; size <= bytes.length; size++) {
    const transcript = createTranscript(daemonLimits)
    for (let at = 0; at < bytes.length; at += size) transcript.push(bytes.slice(at, at + size))
    transcript.end()
    expect(transcript.text()).toBe('Open here\ngreen ä€\nframe\n')
    expect(transcript.link()).toBe('https://a.example/x?y=1')
  }
})

test('a sequence that never ends is neither kept for ever nor shown', () => {
  const transcript = read(
    Array.from({ length: 50 }, () => '\u001b]'.concat('x'.repeat(100))),
    { loginSequenceChars: 200, loginOutputBytes: 400 },
  )
  expect(transcript.text()).not.toContain('\u001b')
  expect(transcript.text().length).toBeLessThanOrEqual(400)
})

test('a long transcript keeps its end', () => {
  const lines = Array.from({ length: 100 }, (_, n) => `line ${n}\n`)
  const text = read(lines, { loginOutputBytes: 50 }).text()
  expect(text.endsWith('line 98\nline 99\n')).toBe(true)
  expect(text.length).toBeLessThanOrEqual(50)
})

test('only addresses for a browser are links, the first one that there is', () => {
  expect(read(['javascript:alert(1) file:///etc/passwd\n']).link()).toBeNull()
  expect(read(['\u001b]8;;vscode://open\u0007x\u001b]8;;\u0007 \n']).link()).toBeNull()
  expect(read(['see https://me:secret@a.example/ then (https://b.example/c).\n']).link()).toBe(
    'https://b.example/c',
  )
})

test('an address that is still being written is no link yet', () => {
  const transcript = createTranscript(daemonLimits)
  transcript.push(utf8('first\nhttps://a.exam'))
  expect(transcript.link()).toBeNull()
  transcript.push(utf8('ple/device\n'))
  expect(transcript.link()).toBe('https://a.example/device')
})
