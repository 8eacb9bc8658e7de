import { expect, test } from 'bun:test'
import packageJson from '../package.json'
import { VERSION } from './version.ts'

test('the version in the code is the version of the package', () => {
  expect(VERSION).toBe(packageJson.version)
})
