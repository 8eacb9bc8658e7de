import { useState } from 'preact/hooks'
import { NICKNAME_PATTERN, type Session, type SessionChange } from '../../shared/wire/session.ts'
import { errorWords } from '../api/error-words.ts'
import { t } from '../locale/t.ts'
import { Button } from '../parts/button.tsx'
import { TextField } from '../parts/field.tsx'
import { Sheet } from '../parts/sheet.tsx'
import type { SessionActs } from './session-acts.ts'

const NICKNAME = new RegExp(NICKNAME_PATTERN)

export interface RenameSheetProps {
  snapshot: Session
  acts: SessionActs
  onClose: () => void
}

/** Title and nickname. A refusal stands at what it is about, and what was typed stays. */
export function RenameSheet({ snapshot, acts, onClose }: RenameSheetProps) {
  const [title, setTitle] = useState(snapshot.title)
  const [nickname, setNickname] = useState(snapshot.nickname)
  const [saving, setSaving] = useState(false)
  const [failed, setFailed] = useState<Failure>({})

  const save = async (event: Event): Promise<void> => {
    event.preventDefault()
    if (saving) return
    const wrong = wrongIn(title, nickname)
    const change = changeOf(snapshot, title, nickname)
    setFailed(wrong)
    if (wrong.title || wrong.nickname) return
    if (!change) return onClose()
    setSaving(true)
    const state = await acts.settled({ do: 'change', session: snapshot.id, change })
    setSaving(false)
    if (state.is === 'applied') return onClose()
    if (state.is !== 'refused') return setFailed({ all: t('session.unstored') })
    const words = errorWords(state.code)
    setFailed(state.code === 'nickname_taken' ? { nickname: words } : { all: words })
  }

  return (
    <Sheet title={t('session.rename_title')} onClose={onClose}>
      <form class="session-form" noValidate onSubmit={(event) => void save(event)}>
        <TextField label={t('session.title')} value={title} onInput={setTitle} error={failed.title} />
        <TextField
          label={t('session.nickname')}
          value={nickname}
          onInput={setNickname}
          help={t('session.nickname_help')}
          error={failed.nickname}
        />
        <p class="field-error" role={failed.all ? 'alert' : undefined}>
          {failed.all}
        </p>
        <Button look="ink" submit busy={saving}>
          {t('session.save')}
        </Button>
      </form>
    </Sheet>
  )
}

interface Failure {
  title?: string
  nickname?: string
  all?: string
}

const wrongIn = (title: string, nickname: string): Failure => ({
  ...(title.trim() === '' && { title: t('session.title_empty') }),
  ...(!NICKNAME.test(nickname) && { nickname: t('session.nickname_bad') }),
})

function changeOf(snapshot: Session, title: string, nickname: string): SessionChange | null {
  const change: SessionChange = {
    ...(title !== snapshot.title && { title }),
    ...(nickname !== snapshot.nickname && { nickname }),
  }
  return Object.keys(change).length === 0 ? null : change
}
