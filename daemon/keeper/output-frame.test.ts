import { expect, test } from 'bun:test'
import { encodeFrame, FrameType } from './frames.ts'
import { outputFrame } from './output-frame.ts'

test('an output frame has the bytes of any other frame, one after another', () => {
  const frame = outputFrame(100)
  for (const [offset, text] of [
    [0, 'first'],
    [Number.MAX_SAFE_INTEGER, ''],
    [5, 'x'.repeat(100)],
  ] as const) {
    const body = Buffer.from(text)
    frame.begin('run_00000000000000000000000000', offset).set(body)
    const expected = encodeFrame(FrameType.output, { run: 'run_00000000000000000000000000', offset }, body)
    expect(Buffer.from(frame.finish(body.length))).toEqual(Buffer.from(expected))
  }
})
