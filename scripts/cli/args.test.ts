import { describe, expect, test } from 'bun:test'
import { type FlagTable, parseArgs, wholeNumber } from './args.ts'
import { CliError } from './cli-error.ts'

const flags: FlagTable = {
  agent: { kind: 'value', of: 'A', about: '' },
  allow: { kind: 'value', of: 'HOW', about: '', choices: ['once', 'none'] },
  field: { kind: 'list', of: 'NAME=VALUE', about: '' },
  follow: { kind: 'switch', about: '' },
}

const refusal = (...argv: string[]): string => {
  try {
    parseArgs(argv, flags)
  } catch (error) {
    if (error instanceof CliError && error.exit === 2) return error.message
    throw error
  }
  return 'accepted'
}

describe('arguments', () => {
  test('a key that begins with a hyphen is no flag', () => {
    const key = `-Q${'a'.repeat(41)}`
    expect(parseArgs(['remove', key], flags).positionals).toEqual(['remove', key])
    expect(refusal(`-Q${'a'.repeat(40)}`)).toStartWith('unknown flag')
  })

  test('a value follows its flag or an equals sign, and may itself hold one', () => {
    const args = parseArgs(['--agent', 'demo', '--field=a=b=c', '--field', 'd=', 'text'], flags)
    expect(args.value('agent')).toBe('demo')
    expect(args.list('field')).toEqual(['a=b=c', 'd='])
    expect(args.positionals).toEqual(['text'])
  })

  test('everything after two dashes is positional, and a single dash always is', () => {
    const args = parseArgs(['-', '--', '--agent', '-x'], flags)
    expect(args.positionals).toEqual(['-', '--agent', '-x'])
    expect(args.value('agent')).toBeUndefined()
  })

  test('switches and the global flags stand anywhere', () => {
    const args = parseArgs(['one', '--json', 'two', '-h', '--follow'], flags)
    expect([args.switch('json'), args.switch('help'), args.switch('follow')]).toEqual([true, true, true])
    expect(args.positionals).toEqual(['one', 'two'])
  })

  test('what is not known is refused by name', () => {
    expect(refusal('--agnet', 'demo')).toBe('unknown flag --agnet')
    expect(refusal('--bogus=secret')).toBe('unknown flag --bogus')
    expect(refusal('-x')).toBe('unknown flag -x')
    expect(refusal('--constructor')).toBe('unknown flag --constructor')
  })

  test('a flag is refused without its value, with one it does not take, twice, or out of its choices', () => {
    expect(refusal('--agent')).toContain('--agent needs a value')
    expect(refusal('--follow=yes')).toBe('--follow takes no value')
    expect(refusal('--agent', 'a', '--agent', 'b')).toBe('--agent was given twice')
    expect(refusal('--allow', 'always')).toBe('--allow is one of once, none')
  })
})

test('whole numbers are digits within their bounds and nothing else', () => {
  expect(wholeNumber('N', '7')).toBe(7)
  expect(wholeNumber('N', undefined)).toBeUndefined()
  for (const text of ['', '-1', '1.5', '1e3', '0x10', ' 1', '99999999999999999999']) {
    expect(() => wholeNumber('N', text)).toThrow('N is a whole number')
  }
  expect(() => wholeNumber('--port', '65536', 0, 65_535)).toThrow('from 0 to 65535')
})
