import { useState } from 'preact/hooks'
import { cleanLabel } from '../../shared/untrusted.ts'
import type { Conversation } from '../../shared/wire/conversation.ts'
import { segment } from '../api/daemon.ts'
import { unwrap } from '../api/unwrap.ts'
import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { Button } from '../parts/button.tsx'
import { TextField } from '../parts/field.tsx'
import { ListRow } from '../parts/list-row.tsx'
import { NotRead } from '../parts/not-read.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { relativeTime } from '../parts/relative-time.ts'
import { Sheet } from '../parts/sheet.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { useAttempt } from '../parts/use-attempt.ts'
import type { MachineLink } from '../state/machine.ts'
import { matching } from './matching.ts'
import { useConversations } from './use-conversations.ts'

export interface ConversationsStepProps {
  title: string
  link: MachineLink
  agent: string
  /** For a conversation of which the agent does not say where it belongs. */
  directory: string
  onBack: () => void
  onClose: () => void
}

/** The agent's own conversations, those begun in a terminal too: one that a session has is opened, another taken over. */
export function ConversationsStep({
  title,
  link,
  agent,
  directory,
  onBack,
  onClose,
}: ConversationsStepProps) {
  const { router } = usePage().state
  const attempt = useAttempt()
  const [words, setWords] = useState('')
  const [isPlaceless, setPlaceless] = useState(false)
  const { rows, lists, reading, failed, more, again } = useConversations(link, agent)
  const shown = matching(rows, words)
  const open = (session: string): void => router.replace({ at: 'session', machine: link.id, session })
  const take = ({ id, cwd, sessionId }: Conversation): void => {
    if (sessionId !== undefined) return open(sessionId)
    const place = cwd ?? directory
    setPlaceless(!place.startsWith('/'))
    if (!place.startsWith('/')) return
    const at = link.daemon.v1.agents({ agent: segment(agent) }).conversations({ conversation: segment(id) })
    void attempt.run(async () => {
      const adopted = await unwrap(at.adopt.post({ cwd: place }))
      if (adopted.ok) open(adopted.value.id)
      return adopted
    })
  }
  return (
    <Sheet title={title} onClose={onClose} onBack={onBack}>
      {rows.length > 0 && <TextField label={t('adopt.search')} value={words} onInput={setWords} />}
      <Refusal error={attempt.refused} />
      {isPlaceless && <p role="alert">{t('adopt.placeless')}</p>}
      {attempt.busy && <p role="status">{t('adopt.taking')}</p>}
      <ul class="conversations" aria-label={title}>
        {shown.map((one) => (
          <Row key={one.id} conversation={one} onTake={() => take(one)} />
        ))}
      </ul>
      {failed !== null && <NotRead code={failed} onAgain={again} />}
      {reading && (
        <>
          <p class="field-help">{t('adopt.asking')}</p>
          <Skeleton lines={4} />
        </>
      )}
      {!reading && failed === null && shown.length === 0 && (
        <p>{rows.length > 0 ? t('adopt.no_match') : lists ? t('adopt.none') : t('adopt.not_listed')}</p>
      )}
      {!reading && more && (
        <div>
          <Button onPress={more}>{t('adopt.more')}</Button>
        </div>
      )}
    </Sheet>
  )
}

function Row({ conversation, onTake }: { conversation: Conversation; onTake: () => void }) {
  const { now } = usePage()
  const { id, title, cwd, updatedAt, sessionId, open } = conversation
  const name = cleanLabel(title ?? '') || t('adopt.untitled')
  const here = sessionId === undefined ? undefined : open ? t('adopt.open_here') : t('adopt.here')
  return (
    <ListRow
      title={name}
      note={here}
      detail={<code>{cleanLabel(cwd ?? id)}</code>}
      meta={updatedAt !== null && relativeTime(updatedAt, now.value)}
      onPress={onTake}
    />
  )
}
