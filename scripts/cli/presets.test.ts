/** Systems, presets and the strip, by the command line. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type TestMachine, testMachine } from './test-machine.ts'

const LONG = 30_000
let machine: TestMachine

beforeAll(async () => {
  machine = await testMachine(process.env, `presets-${process.pid}`)
}, LONG)
afterAll(() => machine.end(), LONG)

test(
  'a system is added, given a key that is never shown, changed, and removed',
  async () => {
    const made = await machine.json(
      'systems',
      'add',
      'Gateway',
      '--kind',
      'openai_compatible',
      '--url',
      'http://127.0.0.1:9/v1',
      '--model',
      'small',
      '--model',
      'large',
    )
    expect(made).toMatchObject({ kind: 'openai_compatible', models: ['small', 'large'], keySetAt: null })
    const child = Bun.spawn(machine.command('systems', 'key', 'Gateway', '--json'), {
      env: machine.env,
      cwd: machine.work,
      stdin: new Blob(['sk-of-the-gateway\n']),
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const keyed = JSON.parse(await new Response(child.stdout).text())
    expect(keyed).toEqual({ ...made, keySetAt: expect.any(Number) })
    expect((await machine.cli('systems')).out).toMatch(/Gateway +openai_compatible +set 20/)
    const changed = await machine.json('systems', 'change', made.id, '--name', 'Other', '--model', '')
    expect(changed).toEqual({ ...keyed, name: 'Other', models: undefined })
    expect(await machine.json('systems', 'key', 'Other', '--remove')).toMatchObject({ keySetAt: null })
    expect(await machine.json('systems', 'remove', 'Other')).toEqual({ deleted: made.id })
    expect(await machine.json('systems')).toEqual([])
  },
  LONG,
)

test(
  'a preset is added with a system by its name, changed, used, and removed',
  async () => {
    const system = await machine.json('systems', 'add', 'Mine', '--kind', 'openrouter')
    const made = await machine.json(
      'presets',
      'add',
      'Careful',
      '--agent',
      'demo',
      '--system',
      'Mine',
      '--effort',
      'high',
    )
    expect(made).toMatchObject({ name: 'Careful', agent: 'demo', system: system.id, effort: 'high' })
    expect(await machine.json('presets', 'change', 'Careful', '--system', '', '--effort', '')).toEqual({
      id: made.id,
      name: 'Careful',
      agent: 'demo',
    })
    expect((await machine.cli('presets')).out).toMatch(/Careful +demo$/m)
    const session = await machine.json('new', '--preset', 'Careful')
    expect(session).toMatchObject({ agent: 'demo', preset: made.id })
    expect(await machine.refused('new', '--preset', 'Careless')).toEqual({
      exit: 3,
      code: 'preset_not_found',
    })
    expect(await machine.json('presets', 'remove', made.id)).toEqual({ deleted: made.id })
    expect(await machine.json('presets')).toEqual([])
  },
  LONG,
)

test(
  'two presets of one name are told apart by their ids',
  async () => {
    const first = await machine.json('presets', 'add', 'Twin', '--agent', 'demo')
    await machine.json('presets', 'add', 'Twin', '--agent', 'demo')
    expect(await machine.refused('presets', 'remove', 'Twin')).toEqual({ exit: 2, code: 'usage' })
    expect(await machine.json('presets', 'remove', first.id)).toEqual({ deleted: first.id })
    expect(await machine.json('presets', 'remove', 'Twin')).toBeTruthy()
  },
  LONG,
)

test(
  'the strip begins with all that can be started, and is then as it was put',
  async () => {
    expect(await machine.json('strip')).toEqual({ ids: null })
    expect((await machine.cli('strip')).out).toContain('Nobody has chosen yet')
    const { id } = await machine.json('presets', 'add', 'At hand', '--agent', 'demo')
    const { ids } = await machine.json('strip', 'add', id)
    expect(ids).toContain('demo')
    expect(ids.filter((one: string) => one === id)).toHaveLength(1)
    expect(await machine.json('strip', 'set', 'demo', id)).toEqual({ ids: ['demo', id] })
    expect((await machine.cli('strip')).out).toMatch(new RegExp(`^demo +.+\\n${id} +At hand$`, 'm'))
    expect(await machine.json('strip', 'remove', 'demo')).toEqual({ ids: [id] })
    expect(await machine.refused('strip', 'remove', 'demo')).toEqual({ exit: 3, code: 'not_found' })
    expect(await machine.refused('strip', 'add', 'nobody')).toEqual({ exit: 3, code: 'not_found' })
    expect(await machine.json('strip', 'set')).toEqual({ ids: [] })
  },
  LONG,
)

test(
  'what is missing or unknown is a usage error, and changes nothing',
  async () => {
    for (const args of [
      ['presets', 'add', 'x'],
      ['presets', 'add'],
      ['presets', 'paint', 'x'],
      ['systems', 'add', 'x'],
      ['systems', 'add', 'x', '--kind', 'other'],
      ['strip', 'add'],
      ['strip', 'shuffle', 'demo'],
    ])
      expect(await machine.refused(...args)).toEqual({ exit: 2, code: 'usage' })
    expect(await machine.refused('presets', 'add', 'x', '--agent', 'nobody')).toMatchObject({ exit: 3 })
    expect(await machine.refused('systems', 'change', 'none', '--name', 'y')).toEqual({
      exit: 3,
      code: 'system_not_found',
    })
  },
  LONG,
)
