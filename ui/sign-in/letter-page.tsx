import type { ComponentChildren } from 'preact'
import type { AppError } from '../../shared/errors.ts'
import { t } from '../locale/t.ts'
import { FrontPage } from './front-page.tsx'
import { LeaveLetter } from './leave-letter.tsx'

export interface LetterPageProps {
  title: string
  words: ComponentChildren
  refused: AppError | null
  /** What to do once the link does nothing any more. */
  dead: ComponentChildren
  /** What it asks for, while it may still do something. */
  children: ComponentChildren
}

/** What a letter's link opens. Once the link is of no use, its form gives way to what helps instead. */
export function LetterPage({ title, words, refused, dead, children }: LetterPageProps) {
  if (refused?.code === 'code_unusable') {
    return (
      <FrontPage key="dead" title={t('front.dead_title')} told>
        {dead}
        <LeaveLetter />
      </FrontPage>
    )
  }
  return (
    <FrontPage key="letter" title={title}>
      {words}
      {children}
    </FrontPage>
  )
}
