/**
 * What a machine can run, seen and changed from a phone: an agent is installed, signed in to and out of, given a key,
 * and the machine's settings are set. The sign-in and the registry are of the test's own; the rest is real.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Locator } from 'playwright-core'
import { fakeClaude } from '../../../daemon/testing/fake-claude.ts'
import { demoCommand } from '../../../daemon/testing/puppet.ts'
import { type Registry, startRegistry, type TestPackage } from '../../../daemon/testing/registry.ts'
import { type TempHome, tempHome } from '../../../shared/testing/temp-home.ts'
import { openBrowser } from '../../gallery/browser.ts'
import { seriousIssues } from './testing/accessible.ts'
import { type Person, PHONE, person, setUp } from './testing/person.ts'
import { createPlace, type Place } from './testing/place.ts'
import { createSteps } from './testing/steps.ts'

setDefaultTimeout(60_000)

const qwen: TestPackage = {
  name: '@qwen-code/qwen-code',
  version: '0.24.4',
  manifest: { bin: { qwen: 'main.sh' } },
  files: { 'main.sh': '#!/bin/sh\necho "qwen $@"\n' },
}
const KEY = 'sk-never-shown-again'

let temp: TempHome
let registry: Registry
let place: Place
let browser: Browser
let ada: Person
const step = createSteps(() => ada?.page)

beforeAll(async () => {
  temp = await tempHome()
  mkdirSync(join(temp.path, 'person'))
  registry = startRegistry(qwen)
  const path = fakeClaude(temp.path)
  symlinkSync(process.execPath, join(temp.path, 'bin', 'bun'))
  const around = {
    ...process.env,
    HOME: join(temp.path, 'person'),
    PATH: path,
    ANTHROPIC_API_KEY: undefined,
    NPM_CONFIG_REGISTRY: registry.url,
    BUN_CONFIG_REGISTRY: registry.url,
  }
  const agents = { FAIRLEAD_AGENT_CLAUDE: demoCommand() }
  place = await createPlace(around, `browser-agents-${process.pid}`, agents)
  const ready = await place.start('all')
  browser = await openBrowser()
  ada = await person(browser, ready.url, PHONE)
  await setUp(ada.page, ready.setupUrl ?? '')
})
afterAll(async () => {
  await browser?.close()
  await place?.end()
  await registry?.stop()
  await temp?.remove()
})

const sheet = (): Locator => ada.page.getByRole('dialog')
const act = (name: string): Locator => sheet().getByRole('button', { name, exact: true })
const agent = (name: string): Locator => ada.page.locator('.section .row-press', { hasText: name })
const fact = (name: string): Locator => sheet().locator('.fact', { hasText: name }).locator('dd')
const close = (): Promise<void> => act('Close').click()
const noIssues = async (): Promise<void> => expect(await seriousIssues(ada.page)).toEqual([])

step(
  'an agent says three things of itself: that it is here, who is signed in, how its last start went',
  async () => {
    await ada.page.locator('.machine-link').first().click()
    await agent('Claude Code').getByText('Nobody is signed in').waitFor()
    await noIssues()
    await agent('Claude Code').click()
    expect(await fact('Program').textContent()).toContain(process.execPath)
    expect(await fact('Sign-in').textContent()).toBe('Nobody is signed in')
    expect(await fact('Last start').textContent()).toBe('Not refused lately')
    await noIssues()
  },
)

step('a sign-in shows what its program says, and takes the code that it waits for', async () => {
  await act('Sign in').click()
  await sheet().getByText('Paste the code').waitFor()
  const link = sheet().getByRole('link', { name: 'Open login.example' })
  expect(await link.getAttribute('href')).toBe('https://login.example/go?x=1')
  expect(await link.getAttribute('rel')).toContain('noopener')
  await noIssues()
  await sheet().getByLabel('Answer it').fill('wrong')
  await act('Send').click()
  await sheet().getByText('Claude Code says that nobody is signed in.').waitFor()
  await act('Once more').click()
  await sheet().getByText('Paste the code').waitFor()
})

step('a sign-in goes on while its sheet is closed, and is found again', async () => {
  await close()
  await agent('Claude Code').click()
  await act('Sign in').click()
  await sheet().getByLabel('Answer it').fill('good')
  await act('Send').click()
  await sheet().getByText('Claude Code is signed in.').waitFor()
  await act('Done').click()
  expect(await fact('Sign-in').textContent()).toBe('Signed in')
  // Who is signed in is offered the way out only.
  expect(await act('Sign in').count()).toBe(0)
})

step('a stored key is shown with when it was stored, and never again itself', async () => {
  await sheet().getByText('Use a key instead').click()
  await sheet().getByLabel('ANTHROPIC_API_KEY').fill(KEY)
  await act('Store').click()
  await sheet().locator('.stored-key', { hasText: 'stored just now' }).waitFor()
  await sheet().getByText('A stored key comes before the sign-in').waitFor()
  expect(await ada.page.content()).not.toContain(KEY)
  await noIssues()
})

step('signing out is asked once more, and forgets the key', async () => {
  await act('Sign out').click()
  await sheet().getByText('The key that is stored for it is forgotten too.').waitFor()
  await noIssues()
  await act('Sign out').click()
  await sheet().getByText('Nobody is signed in').waitFor()
  await sheet().locator('.stored-key').waitFor({ state: 'detached' })
  await close()
})

step('an agent that is not there is installed, and its progress shown', async () => {
  await ada.page.getByText(/more are not installed/).click()
  await agent('Qwen Code').click()
  await sheet().getByText('@qwen-code/qwen-code@0.24.4').waitFor()
  await act('Install').click()
  await sheet().getByText('0.24.4, installed by Fairlead').waitFor()
  await noIssues()
  await close()
  await agent('Qwen Code').first().waitFor()
})

step('an installation that fails says so in the installer’s words', async () => {
  await agent('OpenCode').click()
  await act('Install').click()
  await sheet()
    .getByText(/^Not installed: the installer ended with code/)
    .waitFor()
  await sheet().getByLabel('What the installer says').waitFor()
  await act('Install again').waitFor()
  await noIssues()
  await close()
})

step('what is set for the machine holds there', async () => {
  const { page } = ada
  await page.getByLabel('Shut down an idle agent').selectOption({ label: 'after 4 hours' })
  await page.getByLabel('End a permission that nobody answers').selectOption({ label: 'after 1 hour' })
  await page.getByLabel('Agents may ask questions').click()
  await page.getByLabel('Turns at once').fill('99')
  await page.getByText('A number from 1 to 64.').waitFor()
  await page.getByLabel('Turns at once').fill('3')
  await page.getByLabel('Turns at once').press('Enter')
  await page.waitForFunction(() => document.querySelector('.setting [aria-busy=true]') === null)
  await page.reload()
  await page.locator('.setting').first().waitFor()
  expect(await page.getByLabel('Shut down an idle agent').inputValue()).toBe(String(4 * 3_600_000))
  expect(await page.getByLabel('End a permission that nobody answers').inputValue()).toBe('3600000')
  expect(await page.getByLabel('Agents may ask questions').isChecked()).toBe(false)
  expect(await page.getByLabel('Turns at once').inputValue()).toBe('3')
  await noIssues()
})

step('nothing of it went anywhere else or broke the page’s rules', async () => {
  expect(ada).toMatchObject({ strangers: [], complaints: [] })
})
