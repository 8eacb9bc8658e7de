import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { contrast, themeOf } from './contrast.ts'

const theme = themeOf(await Bun.file(join(import.meta.dir, 'tokens.css')).text())
const SURFACES = ['paper', 'raised', 'sunk']

/** Text on what it stands on. */
const TEXT: readonly [string, readonly string[]][] = [
  ['ink', [...SURFACES, 'added', 'removed', 'added-word', 'removed-word']],
  ['soft-ink', [...SURFACES, 'added', 'removed']],
  ['signal', SURFACES],
  ['live', SURFACES],
  ['paper', ['ink']],
  ...Array.from({ length: 8 }, (_, n): [string, readonly string[]] => [`ansi-${n}`, SURFACES]),
]
/** What shows where a control begins. */
const EDGES: readonly [string, readonly string[]][] = [['edge', ['paper', 'raised']]]

const pairs = (list: typeof TEXT) =>
  list.flatMap(([front, backs]) =>
    backs.flatMap((back) => (['light', 'dark'] as const).map((mode) => ({ front, back, mode }))),
  )

const measured = ({ front, back, mode }: ReturnType<typeof pairs>[number]): number =>
  contrast(theme[mode].get(front) ?? '', theme[mode].get(back) ?? '')

test('black on white is 21 and a colour on itself is 1', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#b4380b', '#b4380b')).toBe(1)
})

test.each(pairs(TEXT))('$front on $back reads in the $mode (4.5)', (pair) => {
  expect(measured(pair)).toBeGreaterThanOrEqual(4.5)
})

test.each(pairs(EDGES))('$front shows on $back in the $mode (3)', (pair) => {
  expect(measured(pair)).toBeGreaterThanOrEqual(3)
})
