import { expect, test } from 'bun:test'
import { isForMachines, isPublic } from './public-routes.ts'

test.each([
  ['POST', '/v1/login', true, false],
  ['POST', '/v1/login?x=1', true, false],
  ['POST', '/v1/enroll', true, true],
  ['GET', '/v1/login', false, false],
  ['POST', '/v1/login/', false, false],
  ['POST', '//v1/login', false, false],
  ['POST', '/V1/login', false, false],
  ['GET', '/v1/machines', false, false],
])('%s %s is public: %p, for machines: %p', (method, path, anybody, machines) => {
  const request = new Request(`http://host${path}`, { method })
  expect([isPublic(request), isForMachines(request)]).toEqual([anybody, machines])
})
