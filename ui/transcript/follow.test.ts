import { expect, test } from 'bun:test'
import { AT_FOOT, arrived, scrolled } from './follow.ts'
import { downward, footWindow, shifted, upward } from './row-window.ts'
import { transcriptLimits } from './transcript-limits.ts'

const { pageRows, mostRows } = transcriptLimits
const at = (fromFoot: number) => ({
  scrollTop: 5_000 - 800 - fromFoot,
  clientHeight: 800,
  scrollHeight: 5_000,
})

test('it follows until the reader leaves the foot, and again when they come back', () => {
  const left = scrolled(AT_FOOT, at(300), true)
  expect(left).toEqual({ at: 'reading', unseen: 0 })
  expect(scrolled(left, at(10), true)).toBe(AT_FOOT)
})

test('what arrives while they read is counted, and only then', () => {
  expect(arrived(AT_FOOT, 3)).toBe(AT_FOOT)
  expect(arrived(arrived({ at: 'reading', unseen: 0 }, 3), 2)).toEqual({ at: 'reading', unseen: 5 })
})

test('the end of what is drawn is not the foot while later rows are not drawn', () => {
  expect(scrolled({ at: 'reading', unseen: 1 }, at(0), false)).toEqual({ at: 'reading', unseen: 1 })
})

test('a conversation opens with one page at its foot', () => {
  expect(footWindow(10_000)).toEqual({ from: 10_000 - pageRows, to: 10_000 })
  expect(footWindow(3)).toEqual({ from: 0, to: 3 })
})

test('however far the reader goes, the rows in the document are bounded', () => {
  let window = footWindow(10_000)
  for (let step = 0; step < 300; step++) {
    window = upward(window)
    expect(window.to - window.from).toBeLessThanOrEqual(mostRows)
  }
  expect(window).toEqual({ from: 0, to: mostRows })
  for (let step = 0; step < 300; step++) window = downward(window, 10_000)
  expect(window).toEqual({ from: 10_000 - mostRows, to: 10_000 })
})

test('rows at the end move the window only for who follows; history before the first moves it for everybody', () => {
  const reading = { from: 40, to: 100 }
  expect(shifted(reading, 0, 200, false)).toEqual(reading)
  expect(shifted(reading, 500, 600, false)).toEqual({ from: 540, to: 600 })
  expect(shifted({ from: 0, to: 240 }, 0, 250, true)).toEqual({ from: 250 - mostRows, to: 250 })
})
