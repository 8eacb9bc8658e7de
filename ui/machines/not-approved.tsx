import { t } from '../locale/t.ts'
import { CopyButton } from '../parts/copy-button.tsx'

/** What a device shows that the machine does not know yet: the code that a person types elsewhere. */
export function NotApproved({ machine, code }: { machine: string; code: string }) {
  const halves = [code.slice(0, code.length / 2), code.slice(code.length / 2)]
  return (
    <section class="approval" aria-label={t('approval.title', { machine })}>
      <h3>{t('approval.title', { machine })}</h3>
      <p class="approval-code">
        <code>{halves.join(' ')}</code>
        <CopyButton text={code} label={t('approval.copy')} />
      </p>
      <ol class="approval-ways">
        <li>{t('approval.by_device', { machine })}</li>
        <li>
          {t('approval.by_machine', { machine })}{' '}
          <code class="typed">{`fairlead devices approve ${code}`}</code>
        </li>
      </ol>
      <p class="approval-why">{t('approval.why')}</p>
    </section>
  )
}
