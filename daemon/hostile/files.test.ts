/** `fs/read_text_file` and `fs/write_text_file`: served as the daemon's user, bounded, and never hanging the daemon. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { linesIn, type Machine, startMachine } from '../testing/machine.ts'
import { puppetCommand, type Step, steps } from '../testing/puppet.ts'
import { data } from '../testing/rig.ts'

// Processes of its own on a machine that is busy with other tests.
setDefaultTimeout(20_000)

let home: TempHome
let machine: Machine
let session = ''
let turns = 0
const at = (name: string) => join(home.path, name)

beforeAll(async () => {
  home = await tempHome()
  machine = await startMachine({
    home,
    limits: { agentFileBytes: 64 * 1024 },
    env: { FAIRLEAD_AGENT_GOOSE: puppetCommand('--log', at('log')) },
  })
  session = await machine.idle('goose')
})
afterAll(() => machine.end(), 20_000)

/** What the agent is answered to a request of its own. */
async function asks(method: string, params: object): Promise<Record<string, unknown>> {
  const request: Step = { request: { id: `r${++turns}`, method, params } }
  await machine.prompt(session, steps(request, { reply: `r${turns}` }, { end: 'end_turn' }))
  await machine.event(session, 'turn_result', turns)
  const { id, jsonrpc, ...answer } = linesIn(at('log')).findLast((line) => line.id === `r${turns}`) ?? {}
  expect([id, jsonrpc]).toEqual([`r${turns}`, '2.0'])
  return answer
}
const read = (path: string, more: object = {}) => asks('fs/read_text_file', { path, ...more })
const write = (path: string, content: unknown) => asks('fs/write_text_file', { path, content })
const failure = (words: string) => ({ error: { code: -32603, message: expect.stringContaining(words) } })

test('what is written can be read, whole or some of its lines; folders on the way are made', async () => {
  const path = at('new/folder/poem.txt')
  expect(await write(path, 'one\ntwo\nthree\nfür\n')).toEqual({ result: null })
  expect(readFileSync(path, 'utf8')).toBe('one\ntwo\nthree\nfür\n')
  expect(await read(path)).toEqual({ result: { content: 'one\ntwo\nthree\nfür\n' } })
  expect(await read(path, { line: 2, limit: 2 })).toEqual({ result: { content: 'two\nthree' } })
  expect(await read(path, { line: 4 })).toEqual({ result: { content: 'für\n' } })
  expect(await read(path, { line: 99, limit: 5 })).toEqual({ result: { content: '' } })
  expect(await write(path, 'short')).toEqual({ result: null })
  expect(readFileSync(path, 'utf8')).toBe('short')
  expect(await write(at('empty'), '')).toEqual({ result: null })
  expect(await read(at('empty'))).toEqual({ result: { content: '' } })
})

test('a link is followed, as the agent’s own shell would', async () => {
  writeFileSync(at('target'), 'there')
  symlinkSync(at('target'), at('link'))
  expect(await read(at('link'))).toEqual({ result: { content: 'there' } })
  await write(at('link'), 'through')
  expect(readFileSync(at('target'), 'utf8')).toBe('through')
})

test('a path that is relative, missing or a directory, and content that is no text, are answered as errors', async () => {
  expect(await read('poem.txt')).toEqual(failure('absolute'))
  expect(await read(`${at('a')}\0b`)).toEqual(failure('absolute'))
  expect(await read(at('nowhere'))).toEqual(failure('ENOENT'))
  expect(await read(home.path)).toEqual(failure('no regular file'))
  expect(await write(home.path, 'x')).toEqual(failure('EISDIR'))
  expect(await write(at('number'), 7)).toEqual(failure('text'))
  expect(existsSync(at('number'))).toBe(false)
})

test('a file over the bound is neither read nor written', async () => {
  writeFileSync(at('large'), 'x'.repeat(64 * 1024 + 1))
  expect(await read(at('large'))).toEqual(failure('over 65536 bytes'))
  expect(await write(at('larger'), 'ü'.repeat(40_000))).toEqual(failure('over 65536 bytes'))
  expect(existsSync(at('larger'))).toBe(false)
  expect(await write(at('fits'), 'x'.repeat(64 * 1024))).toEqual({ result: null })
})

test('devices and pipes that nobody feeds are refused at once, and hold nothing up', async () => {
  for (let n = 0; n < 6; n++) {
    Bun.spawnSync(['mkfifo', at(`pipe${n}`)])
    expect(await read(at(`pipe${n}`))).toEqual(failure('no regular file'))
    expect(await write(at(`pipe${n}`), 'x')).toHaveProperty('error')
  }
  expect(await read('/dev/zero')).toEqual(failure('no regular file'))
  expect(await read(at('target'))).toEqual({ result: { content: 'through' } })
  expect(data(await machine.rig.api.v1.status.get()).daemon.pid).toBe(machine.rig.pid)
})
