import { expect, test } from 'bun:test'
import { en } from './en.ts'
import { t } from './t.ts'

test('parameters are filled in and counts choose the plural', () => {
  expect(t('prompt.refused', { why: 'queue full' })).toBe('Not sent: queue full')
  expect(t('tools.read', { count: 1 })).toBe('read 1 file')
  expect(t('tools.read', { count: 1200 })).toBe('read 1,200 files')
})

test('a parameter that looks like a placeholder stays as it is', () => {
  expect(t('form.step', { step: '{total}', total: 3 })).toBe('{total} of 3')
})

test('a key that is missing and a parameter left out do not compile', () => {
  // @ts-expect-error no such key
  expect(() => t('no.such.key')).toThrow()
  // @ts-expect-error a parameter is missing
  expect(t('prompt.refused')).toBe('Not sent: {why}')
  // @ts-expect-error another parameter
  expect(t('form.step', { steps: 1, total: 2 })).toContain('{step}')
})

test('no family of words takes a key of another', async () => {
  const families = await Promise.all(
    [...new Bun.Glob('en-*.ts').scanSync({ cwd: import.meta.dir })].map((name) => import(`./${name}`)),
  )
  const keys = families.flatMap((family) => Object.keys(Object.values(family)[0] ?? {}))
  expect(keys.length).toBe(new Set(keys).size)
  expect(keys.toSorted()).toEqual(Object.keys(en).sort())
})
