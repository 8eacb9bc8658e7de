/** The way of a first user through the page, with a picture at every stop. */
import type { Page } from 'playwright-core'
import type { Camera } from './camera.ts'
import { people } from './people.ts'
import type { Running } from './running.ts'

const NAME = 'ada'
const PASSWORD = 'seven green bottles'

export async function walk(first: Camera, second: Camera, running: Running): Promise<void> {
  const page = await first.open(running.setUpUrl)
  await setUp(first, page)
  await firstSession(first, page, running)
  await sessions(first, page, running)
  await otherScreens(first, page)
  await secondBrowser(first, page, second, running)
  await people(first, page, second, running)
  await changedKey(first, page)
  await lost(first, page, running)
}

async function setUp(camera: Camera, page: Page): Promise<void> {
  await page.getByLabel('Name').fill(NAME)
  await camera.shot(page, '01-set-up')
  await page.getByLabel('Password').fill('short')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.locator('.field-error:not(:empty)').waitFor()
  await camera.shot(page, '02-set-up-refused')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('button', { name: 'Start a session' }).waitFor()
  await camera.shot(page, '03-home-empty')
}

async function firstSession(camera: Camera, page: Page, { work }: Running): Promise<void> {
  await page.getByRole('button', { name: 'Start a session' }).click()
  await page.locator('.tile').first().waitFor()
  await camera.shot(page, '04-new-session-first')
  await page.getByLabel('Directory').fill('/nowhere')
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await page.locator('.directory .field-error:not(:empty)').waitFor()
  await page.getByLabel('Directory').fill(work)
  await page.getByLabel('First message').fill(FIRST)
  await camera.shot(page, '05-new-session-refused')
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await page.waitForURL(/\/s\//)
  await page.locator('.ask').waitFor()
  await camera.shot(page, '06-session-asks')
}

const FIRST = [
  'title: Fix the duration parser',
  'think: The parser takes 90 as minutes, which is why a short test waits for an hour.',
  'say: I will read the parser first, then run its tests.',
  'plan: Read the parser | Write a test | Fix it',
  'write: duration.ts export const minute = 60_000\\nexport const hour = 60 * minute\\n',
  'run: git status --short && ls -la',
  'say: All **three** tests pass. `minute` is now in milliseconds.',
].join('\n')

async function sessions(camera: Camera, page: Page, { cli, work }: Running): Promise<void> {
  const start = (nickname: string, text: string): Promise<void> =>
    cli('new', '--agent', 'demo', '--cwd', work, '--nickname', nickname, text)
  await start(
    'heron',
    'title: Which colour scheme?\nask: How should an unknown unit be treated? | Throw | Guess',
  )
  await start('plover', 'title: Move the relay to pause and resume\nwords: 400 200')
  await start('tern', 'title: Release notes for 0.2\nsay: All 214 tests pass.')
  await start('dunlin', 'title: Why is the first load 102 KB?\nsay: The session screen is loaded on use.')
  await start('curlew', 'title: Benchmarks of the circuit\ncrash')
  await page.goBack()
  await page.locator('.row-name', { hasText: 'heron' }).waitFor()
  await page.waitForTimeout(1_500)
  await camera.shot(page, '07-home')
  await page.keyboard.press('/')
  await page.keyboard.type('re')
  await camera.shot(page, '08-home-filter')
  await page.keyboard.press('Escape')
  await page.keyboard.press('n')
  await page.locator('.tile').first().waitFor()
  await camera.shot(page, '09-new-session')
  await page.getByText('Mode, model, effort').click()
  await page.locator('.start-controls select').first().waitFor()
  await page.locator('.start-controls').scrollIntoViewIfNeeded()
  await camera.shot(page, '27-new-session-controls')
  await page.locator('.missing > summary').click()
  await camera.shot(page, '10-new-session-missing')
  await page.keyboard.press('Escape')
  await page.locator('.row-press', { hasText: 'heron' }).click()
  await page.locator('.ask').waitFor()
  await camera.shot(page, '11-session-question')
  await page.goBack()
}

const go = (page: Page, hash: string): Promise<void> =>
  page.evaluate((to) => {
    location.hash = to
  }, hash)

async function otherScreens(camera: Camera, page: Page): Promise<void> {
  await page.locator('.machine-link').first().click()
  await page.getByText('Devices it lets in').waitFor()
  await page.locator('.fingerprint').waitFor()
  await camera.shot(page, '12-machine')
  await machineSheets(camera, page)
  await page.getByRole('button', { name: 'Turn off' }).click()
  await camera.shot(page, '13-machine-chat')
  await page.keyboard.press('Escape')
  await page.goBack()
  await settings(camera, page)
  await go(page, '#/add')
  await page.getByLabel('Name').fill('attic')
  await page.getByRole('button', { name: 'Get the command' }).click()
  await page.locator('.steps').waitFor()
  await camera.shot(page, '15-add-machine')
  await go(page, '#/')
  await page.locator('.home-note').waitFor()
  await camera.shot(page, '16-home-two-machines')
}

async function settings(camera: Camera, page: Page): Promise<void> {
  await go(page, '#/settings')
  await page.locator('.settings-screen').waitFor()
  await camera.shot(page, '14-settings')
  for (const section of ['account', 'password', 'email', 'sign-ins', 'devices', 'keys']) {
    await go(page, `#/settings/${section}`)
    await page.locator('.settings-part .skeleton').waitFor({ state: 'detached' })
    await camera.shot(page, `14-settings-${section}`)
  }
  await page.getByRole('button', { name: 'Make a key' }).click()
  await camera.shot(page, '14-settings-key-sheet')
  await page.keyboard.press('Escape')
}

async function machineSheets(camera: Camera, page: Page): Promise<void> {
  await page.locator('.section .row-press').first().click()
  await page.locator('.agent-facts').waitFor()
  await camera.shot(page, '24-agent')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add a preset' }).click()
  await page.getByLabel('Model', { exact: true }).waitFor()
  await camera.shot(page, '25-preset')
  await page.keyboard.press('Escape')
  await page.locator('.settings').scrollIntoViewIfNeeded()
  await camera.shot(page, '26-machine-settings')
}

async function secondBrowser(first: Camera, page: Page, second: Camera, running: Running): Promise<void> {
  const other = await second.open(running.url)
  await other.getByLabel('Name').fill(NAME)
  await other.getByLabel('Password').fill('wrong one')
  await other.getByRole('button', { name: 'Sign in' }).click()
  await other.locator('.refusal > p').waitFor()
  await second.shot(other, '17-sign-in-refused')
  await other.getByLabel('Password').fill(PASSWORD)
  await other.getByRole('button', { name: 'Sign in' }).click()
  const code = await other.locator('.approval-code code').textContent()
  await second.shot(other, '18-not-approved')
  await page.locator('.machine-link').first().click()
  await page.getByLabel('Code it shows').fill('0000000000')
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.locator('.pending .field-error:not(:empty)').waitFor()
  await first.shot(page, '19-machine-pending')
  await page.getByLabel('Code it shows').fill(code ?? '')
  await page.getByRole('button', { name: 'Approve' }).click()
  await other.locator('.row-name', { hasText: 'heron' }).waitFor()
  await second.shot(other, '20-approved')
}

/** As if the authority named another key for the machine than this browser took. */
async function changedKey(camera: Camera, page: Page): Promise<void> {
  await page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('fairlead')
      request.onsuccess = () => resolve(request.result)
    })
    const pins = db.transaction('pins', 'readwrite').objectStore('pins')
    const keys = await new Promise<IDBValidKey[]>((resolve) => {
      const request = pins.getAllKeys()
      request.onsuccess = () => resolve(request.result)
    })
    for (const key of keys) pins.put('A'.repeat(43), key)
    db.close()
  })
  await page.reload()
  await page.locator('.key-changed .fingerprint').nth(1).waitFor()
  await camera.shot(page, '21-key-changed')
  await page.getByRole('button', { name: 'They are the same' }).click()
  await page.getByRole('button', { name: 'Take it' }).click()
  await page.getByText('Devices it lets in').waitFor()
}

async function lost(camera: Camera, page: Page, running: Running): Promise<void> {
  await go(page, '#/')
  await page.locator('.row-name', { hasText: 'heron' }).waitFor()
  await running.end()
  await page.locator('.pill-reconnecting').first().waitFor()
  await camera.shot(page, '22-home-lost')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.locator('.pill-authority-unreachable').waitFor()
  await page.keyboard.press('n')
  await camera.shot(page, '23-new-session-lost')
}
