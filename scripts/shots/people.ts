/** Sharing, and the screens of whoever runs the authority, with a picture at every stop. */
import type { Page } from 'playwright-core'
import type { Camera } from './camera.ts'
import type { Running } from './running.ts'

const PASSWORD = 'seven green bottles'

const go = (page: Page, hash: string): Promise<void> =>
  page.evaluate((to) => {
    location.hash = to
  }, hash)

/** `page` is the first account's. */
export async function people(first: Camera, page: Page, second: Camera, running: Running): Promise<void> {
  await adminSections(first, page)
  const link = await invite(first, page)
  const other = await second.open(link)
  await other.getByLabel('New password').or(other.getByLabel('Password')).first().fill(PASSWORD)
  await other.getByRole('button').last().click()
  await other.locator('.shell').waitFor()
  await other.goto(`${running.url}/#/settings/account`)
  const id = await other.locator('code', { hasText: /^u_/ }).first().textContent()
  await share(first, page, id ?? '')
  await go(other, '#/')
  await other.reload()
  await other.locator('.machine-link').first().click()
  await other.getByText('Shared with you').waitFor()
  await other.getByText('Shared with you').scrollIntoViewIfNeeded()
  await second.shot(other, '44-shared-with-you')
  await other.close()
}

const SECTIONS = [
  'overview',
  'users',
  'machines',
  'settings',
  'mail',
  'signing-keys',
  'provisioning-key',
  'records',
] as const

async function adminSections(camera: Camera, page: Page): Promise<void> {
  await go(page, '#/admin')
  await page.locator('.settings-nav').or(page.locator('.figures')).first().waitFor()
  await camera.shot(page, '30-admin')
  for (const [index, section] of SECTIONS.entries()) {
    await go(page, `#/admin/${section}`)
    await page.locator('.settings-part').waitFor()
    await page.locator('.skeleton').waitFor({ state: 'detached' })
    await camera.shot(page, `${31 + index}-admin-${section}`)
  }
  await go(page, '#/admin/machines')
  await page.locator('.settings-part .row-press').first().click()
  await camera.shot(page, '39-admin-machine')
  await page.keyboard.press('Escape')
}

async function invite(camera: Camera, page: Page): Promise<string> {
  await go(page, '#/admin/users')
  await page.getByRole('button', { name: 'Invite somebody' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('bob')
  await camera.shot(page, '40-admin-invite')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const code = page.locator('.copy-line code')
  await code.waitFor()
  await camera.shot(page, '41-admin-invited')
  const link = await code.textContent()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.locator('.row-press', { hasText: 'bob' }).click()
  await camera.shot(page, '42-admin-user')
  await page.keyboard.press('Escape')
  return link ?? ''
}

async function share(camera: Camera, page: Page, id: string): Promise<void> {
  await go(page, '#/')
  await page.locator('.machine-link').first().click()
  await page.getByRole('button', { name: 'Share with somebody' }).click()
  await page.getByLabel('Their id').fill(id)
  await page.getByRole('button', { name: 'Look it up' }).click()
  await page.getByLabel('Work in it').check()
  await camera.shot(page, '45-share')
  await page.getByRole('button', { name: 'Share with bob' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByText('Who else may use').scrollIntoViewIfNeeded()
  await camera.shot(page, '46-sharing')
  await page.getByText('What the authority wrote down').scrollIntoViewIfNeeded()
  await page.getByRole('tab', { name: 'Acts' }).click()
  await page.locator('.record').first().waitFor()
  await camera.shot(page, '47-machine-records')
  await page.locator('.row-press', { hasText: 'bob' }).click()
  await camera.shot(page, '48-grant')
  await page.keyboard.press('Escape')
}
