import { expect, test } from 'bun:test'
import { aSession } from '../state/testing/session.ts'
import { matches } from './matches.ts'

const session = aSession({ nickname: 'otter', title: 'Fix the parser', agent: 'claude', cwd: '/src/relay' })

test('every word of a filter is somewhere in the row, in any order and case', () => {
  for (const filter of ['', 'OTT', 'relay claude', ' parser  desk ']) {
    expect(matches(session, 'desk', filter)).toBe(true)
  }
  for (const filter of ['heron', 'otter codex']) expect(matches(session, 'desk', filter)).toBe(false)
})
