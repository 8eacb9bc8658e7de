import { expect, test } from 'bun:test'
import { type Host, haveChromium } from './chromium.ts'

/** A host of which `installs` says what becomes of an installation. */
function host(given: Partial<Host>, installs = true): { host: Host; ran: string[]; said: string[] } {
  const ran: string[] = []
  const said: string[] = []
  return {
    ran,
    said,
    host: {
      hasChromium: () => installs && ran.some((words) => words.includes('install')),
      isRoot: true,
      aptGet: '/usr/bin/apt-get',
      async run(words) {
        ran.push(words.join(' '))
        return 0
      },
      say: (sentence) => said.push(sentence),
      ...given,
    },
  }
}

test('nothing is done where Chromium is there', async () => {
  const here = host({ hasChromium: () => true })
  expect(await haveChromium(here.host)).toBe(true)
  expect(here).toMatchObject({ ran: [], said: [] })
})

test('it is installed where that can be done', async () => {
  const here = host({})
  expect(await haveChromium(here.host)).toBe(true)
  expect(here.ran).toEqual([
    '/usr/bin/apt-get update',
    '/usr/bin/apt-get install -y --no-install-recommends chromium',
  ])
})

test('where it cannot be, the step fails and says how', async () => {
  for (const given of [{ isRoot: false }, { aptGet: null }]) {
    const here = host(given)
    expect(await haveChromium(here.host)).toBe(false)
    expect(here.ran).toEqual([])
    expect(here.said.join()).toContain('apt-get install -y chromium')
  }
  const failed = host({}, false)
  expect(await haveChromium(failed.host)).toBe(false)
  expect(failed.said.at(-1)).toContain('apt-get install -y chromium')
})
