import { expect, test } from 'bun:test'
import { brokenBy } from './broken-by.ts'
import { registryHosts } from './registry-hosts.ts'

const host = ['registry', 'npmjs', 'org'].join('.')

test('no file names a package registry', () => {
  expect(
    brokenBy(registryHosts, { 'README.md': `\nhttps://${host}/x`, Dockerfile: `RUN x ${host}` }),
  ).toEqual(['README.md:2', 'Dockerfile:1'])
})

test('what a package manager reads holds no address at all', () => {
  const text = '"x": ["x@1.0.0", "https://mirror.example/x.tgz"]\n'
  expect(brokenBy(registryHosts, { 'bun.lock': text, '.npmrc': text, 'docs/a.md': text })).toEqual([
    'bun.lock:1',
    '.npmrc:1',
  ])
})
