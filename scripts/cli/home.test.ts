import { expect, test } from 'bun:test'
import { homedir } from 'node:os'
import { homeOf } from './home.ts'

test('the flag outranks the environment, the environment the default, and all of them are absolute', () => {
  expect(homeOf('../there', '/a/b', { FAIRLEAD_HOME: '/env' })).toBe('/a/there')
  expect(homeOf(undefined, '/a', { FAIRLEAD_HOME: '/env' })).toBe('/env')
  expect(homeOf(undefined, '/a', { FAIRLEAD_HOME: 'rel' })).toBe('/a/rel')
  expect(homeOf(undefined, '/a', { FAIRLEAD_HOME: '' })).toBe(`${homedir()}/.fairlead`)
})
