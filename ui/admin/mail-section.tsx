import { useState } from 'preact/hooks'
import { cleanLabel } from '../../shared/untrusted.ts'
import type { MailState } from '../../shared/wire/admin.ts'
import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { Button } from '../parts/button.tsx'
import { ListRow } from '../parts/list-row.tsx'
import { NotRead } from '../parts/not-read.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { agoWords, untilWords } from '../parts/relative-time.ts'
import { Section } from '../parts/section.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { useAttempt } from '../parts/use-attempt.ts'
import { useRead } from '../parts/use-read.ts'
import { letterWords } from './letter-words.ts'
import { useAdmin } from './use-admin.ts'

/** How letters fare, and a try. */
export function MailSection() {
  const admin = useAdmin()
  const mail = useRead(admin.mail, [admin])
  return (
    <>
      <p class="section-words">{t('mail.words')}</p>
      {mail.is === 'loading' && <Skeleton lines={3} />}
      {mail.is === 'failed' && <NotRead code={mail.code} onAgain={mail.again} />}
      {mail.is === 'ready' && <State mail={mail.value} onTested={mail.again} />}
      {mail.is === 'ready' && (
        <Section title={t('mail.recent')}>
          <Recent mail={mail.value} />
        </Section>
      )}
    </>
  )
}

function State({ mail, onTested }: { mail: MailState; onTested: () => void }) {
  const { now } = usePage()
  const { on, waiting, heldUntil, brokenUntil, lastError } = mail
  return (
    <>
      <p>
        {on ? t('mail.on') : t('mail.off')} {waiting > 0 && t('mail.waiting', { count: waiting })}
      </p>
      {heldUntil !== null && (
        <p class="notice-line">{t('mail.held', { until: untilWords(heldUntil, now.value) })}</p>
      )}
      {brokenUntil !== null && (
        <p class="notice-line">{t('mail.broken', { until: untilWords(brokenUntil, now.value) })}</p>
      )}
      {lastError !== null && (
        <div class="notice-line">
          <p>{t('mail.last_error')}</p>
          <code class="admin-said">{cleanLabel(lastError)}</code>
        </div>
      )}
      {on ? <TestLetter onTested={onTested} /> : <ToSettings />}
    </>
  )
}

const ToSettings = () => (
  <div class="section-acts">
    <a class="button button-plain" href="#/admin/settings">
      {t('mail.to_settings')}
    </a>
  </div>
)

function TestLetter({ onTested }: { onTested: () => void }) {
  const admin = useAdmin()
  const attempt = useAttempt()
  const [isSent, setSent] = useState(false)
  const test = async (): Promise<void> => {
    setSent(false)
    setSent(await attempt.run(admin.testMail))
    onTested()
  }
  return (
    <>
      <p class="section-words">{t('mail.test_words')}</p>
      <div class="section-acts">
        <Button busy={attempt.busy} onPress={() => void test()}>
          {t('mail.test')}
        </Button>
      </div>
      <p role="status">{isSent ? t('mail.tested') : ''}</p>
      <Refusal error={attempt.refused} />
    </>
  )
}

function Recent({ mail }: { mail: MailState }) {
  const { now } = usePage()
  if (mail.recent.length === 0) return <p class="section-words">{t('mail.none')}</p>
  return (
    <ul class="plain-rows">
      {mail.recent.map(({ kind, at, outcome, tries }, index) => (
        <ListRow
          key={`${at}-${index}`}
          title={letterWords('letter', kind)}
          note={letterWords('letter_end', outcome)}
          detail={[agoWords(at, now.value), t('mail.tries', { count: tries })].join(' · ')}
        />
      ))}
    </ul>
  )
}
