/** The pages in front of an account: signing up by letter, a lost password, an address that is taken back. */
import type { Page } from 'playwright-core'
import { ask, press, title } from '../e2e/browser/testing/front.ts'
import type { LetterBox } from '../e2e/browser/testing/post.ts'
import type { Camera } from './camera.ts'

const EMAIL = 'ben@example.org'
const PASSWORD = 'nine blue umbrellas'

export async function waysIn(camera: Camera, origin: string, post: LetterBox): Promise<void> {
  const page = await camera.open(origin)
  await page.getByRole('link', { name: 'Create an account' }).waitFor()
  await camera.shot(page, '40-sign-in-ways')
  await signUp(camera, page, post, origin)
  await lostPassword(camera, page, post, origin)
  await addressBack(camera, page, post, origin)
}

const choosePassword = async (page: Page, act: string): Promise<void> => {
  await page.getByLabel('Password').fill(PASSWORD)
  await press(page, act)
}

async function signUp(camera: Camera, page: Page, post: LetterBox, origin: string): Promise<void> {
  await page.goto(`${origin}/register`)
  await page.getByLabel('Name').fill('Ben Bean')
  await page.getByLabel('E-mail address').fill(EMAIL)
  await press(page, 'Send the letter')
  await page.locator('.field-error:not(:empty)').waitFor()
  await camera.shot(page, '41-register-refused')
  await page.getByLabel('Name').fill('ben')
  await press(page, 'Send the letter')
  await title(page, 'Look into your mail')
  await camera.shot(page, '42-register-sent')
  await page.goto(`${origin}/confirm#ft_0123`)
  await title(page, 'This link is not whole')
  await camera.shot(page, '43-link-broken')
  const link = `${origin}${await post.link(EMAIL)}`
  await page.goto(link)
  await title(page, 'Choose a password')
  await page.getByLabel('Password').fill('short')
  await press(page, 'Create account')
  await page.locator('.field-error:not(:empty)').waitFor()
  await camera.shot(page, '44-confirm-refused')
  await nameTaken(camera, page)
  await page.locator('.shell').waitFor()
  await page.goto(link)
  await choosePassword(page, 'Create account')
  await page.getByText('If you used it, sign in').waitFor()
  await camera.shot(page, '46-confirm-dead')
}

/** As if somebody had taken the name while the letter was under way. */
async function nameTaken(camera: Camera, page: Page): Promise<void> {
  const json = { error: { code: 'user_exists', message: 'taken' } }
  await page.route('**/v1/confirm', (route) => route.fulfill({ status: 409, json }), { times: 1 })
  await choosePassword(page, 'Create account')
  await page.getByLabel('Another name').fill('benedict')
  await camera.shot(page, '45-confirm-name-taken')
  await press(page, 'Create account')
}

async function lostPassword(camera: Camera, page: Page, post: LetterBox, origin: string): Promise<void> {
  await ask(page, 'POST', '/v1/keys', { name: 'nightly build', scopes: ['read'] })
  await page.goto(`${origin}/forgot`)
  await page.getByLabel('E-mail address').fill(EMAIL)
  await camera.shot(page, '47-forgot')
  await press(page, 'Send the letter')
  await title(page, 'Look into your mail')
  await camera.shot(page, '48-forgot-sent')
  await page.goto(`${origin}${await post.link(EMAIL)}`)
  await title(page, 'Set a new password')
  await camera.shot(page, '49-reset')
  await choosePassword(page, 'Set password')
  await title(page, 'Your password is set')
  await camera.shot(page, '50-reset-keys')
  await press(page, 'Go on')
  await page.locator('.shell').waitFor()
  await post.told(EMAIL)
}

async function addressBack(camera: Camera, page: Page, post: LetterBox, origin: string): Promise<void> {
  await ask(page, 'PUT', '/v1/email', { email: 'benedict@example.org' })
  await page.goto(`${origin}${await post.link('benedict@example.org')}`)
  await title(page, 'Is this your address?')
  await camera.shot(page, '51-verify')
  await press(page, 'Yes, it is mine')
  await title(page, 'Your address is set')
  await camera.shot(page, '52-verified')
  await page.goto(`${origin}${await post.link(EMAIL)}`)
  await title(page, 'Take your address back?')
  await camera.shot(page, '53-undo')
  await press(page, 'Take it back')
  await title(page, 'Your address is back')
  await camera.shot(page, '54-undone')
  await page.goto(origin)
  await page.getByText('You were signed out').waitFor()
  await camera.shot(page, '55-signed-out')
}
