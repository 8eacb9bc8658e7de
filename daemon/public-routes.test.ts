import { expect, test } from 'bun:test'
import { isPublic } from './public-routes.ts'

const asked = (method: string, path: string): boolean =>
  isPublic(new Request(`http://machine${path}`, { method }))

test('two routes answer anybody, by their method and their whole path', () => {
  expect([asked('GET', '/health'), asked('GET', '/ready'), asked('GET', '/ready?x=1')]).toEqual([
    true,
    true,
    true,
  ])
})

test.each([
  ['POST', '/health'],
  ['GET', '/health/'],
  ['GET', '/Health'],
  ['GET', '//health'],
  ['GET', '/v1/health'],
  ['GET', '/healthy'],
  ['GET', '/v1/sessions/../../health/x'],
  ['GET', '/%68ealth'],
])('%s %s is not one of them', (method, path) => {
  expect(asked(method, path)).toBe(false)
})
