import { expect, test } from 'bun:test'
import { rejection } from '../../../shared/testing/rejection.ts'
import type { Ask } from '../../../shared/wire/ask.ts'
import { shortOf } from '../../../shared/wire/text.ts'
import { styleOf } from '../style.ts'
import { drawAsk } from './draw-ask.ts'
import { wholeTexts } from './whole-text.ts'

const head = { id: 'perm-1-x', session: 's_1', openedAt: 1 }
const draw = (ask: Ask) => drawAsk(ask, shortOf, styleOf(false))

test('a permission shows its command as it will run, its diff and its options by number in the agent’s order', () => {
  const ask: Ask = {
    ...head,
    kind: 'permission',
    permission: {
      toolCall: {
        toolCall: 't',
        title: 'Clean up',
        kind: 'execute',
        rawInput: JSON.stringify({ command: 'cd x\nrm -rf "y"', timeout: 5, why: 'asked' }),
        locations: [{ path: '/w/a.ts', line: 3 }],
        content: [
          { type: 'diff', path: 'a.ts', old: 'a\n', new: 'b\n' },
          { type: 'text', text: 'some words' },
        ],
      },
      options: [
        { id: 'r', name: 'No', kind: 'reject_once' },
        { id: 'a', name: 'Always', kind: 'allow_always' },
      ],
    },
  }
  expect(draw(ask)).toBe(`The agent asks: Clean up (execute)
  at /w/a.ts:3
  command:
    cd x
    rm -rf "y"
  timeout: 5
  why: asked
  change a.ts
  @@ -1,1 +1,1 @@
  -a
  +b
    some words
  1. No (reject_once)
  2. Always (allow_always)
`)
})

test('nothing in it can hide, move or repaint: every such character is an escape', () => {
  const evil = 'a\u001b[8m\u202e\u200bb\rc'
  const ask: Ask = {
    ...head,
    kind: 'permission',
    permission: {
      toolCall: { toolCall: 't', title: evil, rawInput: JSON.stringify({ [evil]: evil }) },
      options: [{ id: 'o', name: `${evil}\n  2. Yes`, kind: evil }],
    },
  }
  const shown = 'a\\u{001b}[8m\\u{202e}\\u{200b}b\\u{000d}c'
  expect(draw(ask)).toBe(`The agent asks: ${shown}
  ${shown}: ${shown}
  1. ${shown}\\n  2. Yes (${shown})
`)
})

test('a permission without title, kind or input is drawn from what it carries', () => {
  const toolCall = { toolCall: 't' }
  const ask: Ask = { ...head, kind: 'permission', permission: { toolCall, options: [] } }
  expect(draw(ask)).toBe('The agent asks: a permission\n')
})

test('a question shows every field with its choices', () => {
  const ask: Ask = {
    ...head,
    kind: 'question',
    question: {
      message: 'Which\u2066 one?',
      fields: [
        {
          name: 'c',
          kind: 'choice',
          label: 'Colour',
          required: true,
          description: 'of the shed',
          choices: [{ value: 'r', label: 'Red', description: 'like a rose' }],
        },
        { name: 'w', kind: 'text', label: 'Why', required: false },
      ],
    },
  }
  expect(draw(ask)).toBe(`The agent asks: Which\\u{2066} one?
  Colour (required)
    of the shed
    1. Red
       like a rose
  Why
`)
})

test('text that was cut is read whole before anything is drawn, each blob once', async () => {
  const cut = { head: 'he', tail: 'il', bytes: 9, blob: 'b1' }
  const toolCall = { toolCall: 't', rawInput: cut, content: [{ type: 'text' as const, text: cut }] }
  const ask: Ask = { ...head, kind: 'permission', permission: { toolCall, options: [] } }
  const read: string[] = []
  const whole = await wholeTexts(ask, async (blob) => {
    read.push(blob)
    return 'the whole'
  })
  expect(read).toEqual(['b1'])
  expect(drawAsk(ask, whole, styleOf(false))).toBe(
    'The agent asks: a permission\n    the whole\n    the whole\n',
  )
  expect(String(await rejection(wholeTexts(ask, () => Promise.reject(new Error('gone')))))).toContain('gone')
})
