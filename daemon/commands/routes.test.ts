import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { type TestApi, testApi } from '../testing/api.ts'
import { openSession, type TestCore, testCore } from '../testing/core.ts'
import { data } from '../testing/rig.ts'

let home: TempHome
let kit: TestCore
let api: TestApi['api']

beforeAll(async () => {
  home = await tempHome()
  kit = testCore({ home: home.path })
  api = testApi(kit, home.path).api
})
afterAll(async () => {
  kit.close()
  await home.remove()
})

const keyed = (key: string) => ({ headers: { 'idempotency-key': key } })

test('whoever did not hear the answer is told what was applied under its key', async () => {
  const session = openSession(kit)
  const path = api.v1.sessions({ session })
  const landed = data(await path.prompt.post({ text: 'once' }, keyed('heard')))
  const outcome = data(await api.v1.commands({ key: 'heard' }).get())
  expect(outcome).toMatchObject({
    key: 'heard',
    route: `POST /v1/sessions/${session}/prompt`,
    at: kit.clock.now(),
    body: landed,
  })
  expect(data(await path.prompt.post({ text: 'once' }, keyed('heard')))).toEqual(landed)
  expect(kit.events(session).filter((event) => event.type === 'prompt').length).toBe(1)
})

test('a command that was refused left nothing under its key', async () => {
  const session = openSession(kit)
  const refused = await api.v1.sessions({ session }).prompt.post({ text: ' ' }, keyed('refused'))
  expect(refused.status).toBe(422)
  const unknown = await api.v1.commands({ key: 'refused' }).get()
  expect([unknown.status, unknown.error?.value]).toMatchObject([
    404,
    { error: { code: 'command_not_found' } },
  ])
})
