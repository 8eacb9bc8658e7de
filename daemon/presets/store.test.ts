import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { type TestCore, testCore } from '../testing/core.ts'

let home: TempHome
let kit: TestCore
beforeEach(async () => {
  home = await tempHome()
  kit = testCore({ home: home.path })
})
afterEach(async () => {
  kit.close()
  await home.remove()
})

test('systems and presets are listed as they were made, changed in place, and there after a restart', () => {
  const { store } = kit.core.presets
  store.putSystem({ id: 'sy_b', name: 'B', kind: 'openai_compatible', baseUrl: 'http://b', models: ['m'] }, 2)
  store.putSystem({ id: 'sy_a', name: 'A', kind: 'anthropic' }, 3)
  store.putSystem({ id: 'sy_b', name: 'B2', kind: 'openai_compatible', baseUrl: 'http://b2' }, 9)
  const whole = {
    id: 'ps_1',
    name: 'One',
    icon: '🦊',
    agent: 'qwen',
    system: 'sy_b',
    model: 'm',
    effort: 'high',
  }
  store.putPreset(whole, 4)
  store.putPreset({ id: 'ps_2', name: 'Two', agent: 'claude' }, 5)
  kit.close()
  kit = testCore({ home: home.path })
  const again = kit.core.presets.store
  expect(again.systems()).toEqual([
    { id: 'sy_b', name: 'B2', kind: 'openai_compatible', baseUrl: 'http://b2' },
    { id: 'sy_a', name: 'A', kind: 'anthropic' },
  ])
  expect(again.presets()).toEqual([whole, { id: 'ps_2', name: 'Two', agent: 'claude' }])
  expect(again.presetsOf('sy_b')).toEqual(['One'])
})

test('a system that a preset names cannot be taken away under it', () => {
  const { store } = kit.core.presets
  store.putSystem({ id: 'sy_a', name: 'A', kind: 'anthropic' }, 1)
  store.putPreset({ id: 'ps_1', name: 'One', agent: 'claude', system: 'sy_a' }, 2)
  expect(() => store.removeSystem('sy_a')).toThrow('FOREIGN KEY')
  store.removePreset('ps_1')
  store.removeSystem('sy_a')
  expect([store.system('sy_a'), store.preset('ps_1')]).toEqual([null, null])
})

test('a line with a key is stored sealed, for its run only', () => {
  const { presets } = kit.core
  const line = '{"headers":{"authorization":"Bearer sk-1"}}'
  const closed = presets.closeLine('run_1', line)
  expect(closed).not.toContain('sk-1')
  expect(presets.openLine('run_1', closed)).toBe(line)
  expect(presets.openLine('run_2', closed)).toBeNull()
  expect(presets.openLine('run_2', line)).toBe(line)
})
