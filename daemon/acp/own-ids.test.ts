import { expect, test } from 'bun:test'
import { formatOwnId, type OwnId, parseOwnId } from './own-ids.ts'

const ids: [OwnId, string][] = [
  [{ kind: 'initialize' }, 'initialize'],
  [{ kind: 'providers_list' }, 'providers_list'],
  [{ kind: 'providers_set' }, 'providers_set'],
  [{ kind: 'new' }, 'new'],
  [{ kind: 'load' }, 'load'],
  [{ kind: 'resume' }, 'resume'],
  [{ kind: 'start_mode' }, 'start_mode'],
  [{ kind: 'prompt', turn: 12 }, 'prompt:12'],
  [{ kind: 'steer', prompt: 14 }, 'steer:14'],
  [{ kind: 'control', control: 'mode', n: 3 }, 'control:3:mode'],
  [{ kind: 'control', control: 'a:b\nc', n: 0 }, 'control:0:a:b\nc'],
  [{ kind: 'put_back', control: 'a:b\nc' }, 'put_back:a:b\nc'],
]

test.each(ids)('%j is written %s and read back', (id, text) => {
  expect(formatOwnId(id)).toBe(text)
  expect(parseOwnId(text)).toEqual(id)
})

test.each([
  null,
  0,
  12,
  '',
  'x',
  'prompt',
  'prompt:',
  'prompt:-1',
  'prompt:01',
  'prompt:1:2',
  'prompt:1.5',
  'steer:99999999999999999',
  'control:3',
  'put_back',
  'put_back:',
  'initialize:1',
  ' prompt:1',
])('%p is not ours', (id) => {
  expect(parseOwnId(id)).toBeNull()
})
