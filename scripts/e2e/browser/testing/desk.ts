/** What a person does with a session's screen, by what they see of it. */
import type { Locator, Page } from 'playwright-core'

export interface Desk {
  log: Locator
  composer: Locator
  /** The card of what waits for the person. */
  ask: Locator
  send(text: string): Promise<void>
  /** What an agent said or did is there. */
  sees(text: string): Promise<void>
  /** The composer has this text, or comes to it. */
  holds(text: string): Promise<void>
  answer(option: string): Promise<void>
  /** An act of the session's menu. */
  choose(item: string): Promise<void>
  status(word: string): Promise<void>
  /** The words of the pill; '' while all is well. */
  pill(): Promise<string>
}

export function deskOf(page: Page): Desk {
  const session = page.locator('.session')
  const log = session.getByRole('log')
  const composer = session.getByRole('textbox', { name: 'Message' })
  const ask = session.locator('.ask')
  return {
    log,
    composer,
    ask,
    async send(text) {
      await composer.fill(text)
      await session.locator('.composer-send').click()
    },
    sees: (text) => log.getByText(text, { exact: true }).last().waitFor(),
    async holds(text) {
      const same = (given: string): boolean =>
        document.querySelector<HTMLTextAreaElement>('.session .composer-text')?.value === given
      await page.waitForFunction(same, text)
    },
    async answer(option) {
      await ask.getByRole('button', { name: option, exact: true }).click()
    },
    async choose(item) {
      await session.getByRole('button', { name: 'Session', exact: true }).click()
      await page.getByRole('menuitem', { name: item }).click()
    },
    status: (word) => session.locator('.session-status', { hasText: word }).waitFor(),
    async pill() {
      return (await session.locator('.session-connection').textContent()) ?? ''
    },
  }
}

export interface NewSession {
  agent: string
  directory: string
  text: string
}

/** By the sheet, as from the list. */
export async function startSession(page: Page, { agent, directory, text }: NewSession): Promise<string> {
  await page.getByRole('button', { name: 'New session', exact: true }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('radio', { name: agent, exact: true }).check()
  await sheet.getByLabel('Directory').fill(directory)
  await sheet.getByLabel('First message').fill(text)
  await sheet.getByRole('button', { name: 'Start', exact: true }).click()
  await page.waitForURL(/\/s\/s_/)
  return sessionIn(page)
}

export const sessionIn = (page: Page): string => page.url().split('/').at(-1) ?? ''
