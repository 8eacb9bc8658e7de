import { describe, expect, test } from 'bun:test'
import { CliError } from '../cli-error.ts'
import { optionById, optionByNumber, optionFor } from './choose-option.ts'

const option = (id: string, kind: string) => ({ id, name: id, kind })
const reject = option('reject', 'reject_once')
const always = option('always', 'allow_always')
const once = option('once', 'allow_once')

const refusal = (act: () => unknown): CliError | null => {
  try {
    act()
    return null
  } catch (error) {
    if (error instanceof CliError) return error
    throw error
  }
}

describe('an answer by rule', () => {
  test('takes the only option of its kind wherever it stands', () => {
    expect(optionFor('once', 'perm-1-x', [reject, always, once])).toBe(once)
    expect(optionFor('none', 'perm-1-x', [always, once, reject])).toBe(reject)
  })

  test('never takes a lasting option, the first of several, or one out of none', () => {
    for (const options of [[reject, always], [once, option('once-too', 'allow_once')], []]) {
      const error = refusal(() => optionFor('once', 'perm-1-x', options))
      expect(error).toMatchObject({ code: 'ambiguous_option', exit: 7, detail: { ask: 'perm-1-x', options } })
    }
    expect(refusal(() => optionFor('none', 'perm-1-x', [once]))?.code).toBe('ambiguous_option')
  })
})

test('a person chooses by number from 1, and nothing else is a choice', () => {
  const options = [reject, always, once]
  expect(optionByNumber(' 3 ', options)).toBe(once)
  for (const typed of ['', '0', '4', '-1', '1.0', '1 2', 'once', 'y', '01x']) {
    expect(optionByNumber(typed, options)).toBeNull()
  }
})

test('an id is taken verbatim', () => {
  expect(optionById('once', 'perm-1-x', [reject, once])).toBe(once)
  expect(refusal(() => optionById('Once', 'perm-1-x', [reject, once]))?.message).toBe(
    'perm-1-x has no option Once; it has: reject, once',
  )
})
