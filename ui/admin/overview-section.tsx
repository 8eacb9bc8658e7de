import { uiLimits } from '../limits.ts'
import { t } from '../locale/t.ts'
import { byteCount } from '../parts/byte-count.ts'
import { NotRead } from '../parts/not-read.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { useFollowed } from '../parts/use-followed.ts'
import { useAdmin } from './use-admin.ts'

/** What the relay carries at this moment; looked at again as long as it is on the screen. */
export function OverviewSection() {
  return (
    <>
      <p class="section-words">{t('overview.words')}</p>
      <Figures />
    </>
  )
}

function Figures() {
  const admin = useAdmin()
  const { now, take } = useFollowed(admin.relay, {
    everyMs: uiLimits.relayEveryMs,
    isOver: () => false,
    when: [admin],
  })
  if (!now) return <Skeleton lines={3} />
  if (!now.ok) {
    const again = async (): Promise<void> => {
      const answer = await admin.relay()
      if (answer.ok) take(answer.value)
    }
    return <NotRead code={now.error.code} onAgain={() => void again()} />
  }
  const { tunnels, circuits, backlogBytes, machines, users } = now.value
  return (
    <dl class="figures">
      <div>
        <dt>{t('overview.tunnels')}</dt>
        <dd>
          {tunnels} <small>{t('overview.of_machines', { total: machines })}</small>
        </dd>
      </div>
      <div>
        <dt>{t('overview.circuits')}</dt>
        <dd>{circuits}</dd>
      </div>
      <div>
        <dt>{t('overview.backlog')}</dt>
        <dd>{byteCount(backlogBytes)}</dd>
      </div>
      <div>
        <dt>{t('overview.users')}</dt>
        <dd>{users}</dd>
      </div>
    </dl>
  )
}
