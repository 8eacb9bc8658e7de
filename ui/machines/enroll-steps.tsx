import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { sinceWords } from '../parts/relative-time.ts'
import type { AddedMachine } from '../state/machines.ts'

/** What a person types on the new machine. The code's second half is this browser's and never went to the authority. */
export function EnrollSteps({ added }: { added: AddedMachine }) {
  const { now } = usePage()
  const { machine, enrollment, pairing } = added
  const command = `fairlead enroll --url ${location.origin}`
  const code = `${enrollment.code}.${pairing}`
  return (
    <ol class="steps">
      <li>
        <p>{t('enroll.run', { machine: machine.label })}</p>
        <Line text="FAIRLEAD_ROLE=daemon ./scripts/up" />
      </li>
      <li>
        <p>{t('enroll.command')}</p>
        <Line text={command} />
      </li>
      <li>
        <p>{t('enroll.code', { until: sinceWords(enrollment.expiresAt, now.value) })}</p>
        <Line text={code} />
      </li>
    </ol>
  )
}

function Line({ text }: { text: string }) {
  return (
    <p class="copy-line">
      <code>{text}</code>
      <CopyButton text={text} />
    </p>
  )
}
