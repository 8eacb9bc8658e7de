import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { type TestCore, testCore } from '../testing/core.ts'
import { type CommandStore, createCommandStore, type StoredCommand } from './store.ts'

let home: TempHome
let kit: TestCore
let commands: CommandStore

beforeAll(async () => {
  home = await tempHome()
  kit = testCore({ home: home.path })
  commands = createCommandStore(kit.db)
})
afterAll(async () => {
  kit.close()
  await home.remove()
})

const command = (over: Partial<StoredCommand>): StoredCommand => ({
  subject: 'local',
  key: 'k',
  route: 'POST /v1/a',
  bodyHash: 'h',
  at: 10,
  status: 200,
  body: { seq: 1, nothing: null },
  ...over,
})

test('an outcome is read back by its subject, key and route, and by nobody else', () => {
  commands.insert(command({}))
  expect(commands.get('local', 'k', 'POST /v1/a')).toEqual(command({}))
  expect(commands.get('other', 'k', 'POST /v1/a')).toBeNull()
  expect(commands.get('local', 'k', 'POST /v1/b')).toBeNull()
  expect(commands.find('other', 'k')).toBeNull()
  expect(() => commands.insert(command({ body: 2 }))).toThrow('UNIQUE')
})

test('the same key on two routes is two commands, of which the later is found', () => {
  commands.insert(command({ key: 'two', route: 'POST /v1/a', at: 1 }))
  commands.insert(command({ key: 'two', route: 'POST /v1/b', at: 2 }))
  expect(commands.find('local', 'two')?.route).toBe('POST /v1/b')
})

test('what is older than the memory is forgotten, what is as old stays', () => {
  commands.insert(command({ key: 'old', at: 99 }))
  commands.insert(command({ key: 'edge', at: 100 }))
  commands.forgetBefore(100)
  expect([commands.find('local', 'old'), commands.find('local', 'edge')?.at]).toEqual([null, 100])
})

test('an outcome without a body is null', () => {
  commands.insert(command({ key: 'nothing', body: undefined }))
  expect(commands.find('local', 'nothing')?.body).toBeNull()
})
