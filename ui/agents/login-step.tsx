import { useEffect, useState } from 'preact/hooks'
import type { Login } from '../../shared/wire/login.ts'
import { segment } from '../api/daemon.ts'
import { errorWords } from '../api/error-words.ts'
import { unwrap } from '../api/unwrap.ts'
import { uiLimits } from '../limits.ts'
import { t } from '../locale/t.ts'
import { Button } from '../parts/button.tsx'
import { gateLink } from '../parts/link-gate.ts'
import { Refusal } from '../parts/refusal.tsx'
import { sinceWords } from '../parts/relative-time.ts'
import { Sheet } from '../parts/sheet.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { useAttempt } from '../parts/use-attempt.ts'
import { useFollowed } from '../parts/use-followed.ts'
import type { AgentStepProps } from './agent-sheet.tsx'
import { LoginInput } from './login-input.tsx'
import { isUnderWay, loginWords } from './login-words.ts'
import { ProgramOutput } from './program-output.tsx'

/** The agent's own sign-in, as its program shows it. It goes on when this is closed; who opens it again finds it. */
export function LoginStep({ link, agent, machine, onChanged, onStep, onClose }: AgentStepProps) {
  const attempt = useAttempt()
  const [hasBegun, setBegun] = useState(false)
  const at = link.daemon.v1.agents({ agent: segment(agent.id) }).login
  const { now, take } = useFollowed<Login>(() => unwrap(at.get()), {
    everyMs: uiLimits.loginEveryMs,
    isOver: (login) => !isUnderWay(login),
    when: [link.circuit.state.value.is],
  })
  const begin = (): Promise<boolean> =>
    attempt.run(async () => {
      const begun = await unwrap(at.post())
      if (begun.ok) take(begun.value)
      setBegun(begun.ok)
      return begun
    })
  useEffect(() => {
    void begin()
  }, [])
  // What is read before is how the last one ended.
  const login = hasBegun && now?.ok ? now.value : null
  useEffect(() => {
    if (login?.state === 'ended') onChanged()
  }, [login?.state])
  const cancel = async (): Promise<void> => {
    const ended = await unwrap(at.delete())
    if (ended.ok) take(ended.value)
  }
  const isOver = login !== null && !isUnderWay(login)
  const isIn = login?.state === 'ended' && login.signedIn === true
  return (
    <Sheet
      title={t('login.title', { agent: agent.name })}
      onClose={onClose}
      onBack={() => onStep('agent')}
      foot={
        <Foot
          isOver={isOver || attempt.refused !== null}
          isIn={isIn}
          busy={attempt.busy}
          onAgain={() => void begin()}
          onCancel={() => void cancel()}
          onDone={() => onStep('agent')}
        />
      }
    >
      <Refusal error={attempt.refused} />
      {now && !now.ok && <p>{errorWords(now.error.code)}</p>}
      {login === null && attempt.refused === null && <Skeleton lines={4} />}
      {login && login.state !== 'none' && (
        <Under login={login} agent={agent.name} machine={machine.label} at={at} />
      )}
    </Sheet>
  )
}

interface UnderProps {
  login: Login
  agent: string
  machine: string
  at: Parameters<typeof LoginInput>[0]['at']
}

function Under({ login, agent, machine, at }: UnderProps) {
  const link = login.state === 'running' && login.link !== null ? gateLink(login.link) : null
  return (
    <>
      {login.state === 'running' && <p class="section-words">{t('login.words', { agent, machine })}</p>}
      <ProgramOutput label={t('login.output')} text={login.output} />
      {link && (
        <a
          class="button button-plain login-link"
          href={link.href}
          target="_blank"
          rel="noopener noreferrer nofollow"
        >
          {t('login.open', { host: link.host })}
        </a>
      )}
      {login.state === 'running' && login.readsInput && <LoginInput at={at} />}
      <p role="status" class="login-said">
        {loginWords(login, agent)}
      </p>
      {login.state === 'running' && login.until !== undefined && <Until at={login.until} />}
    </>
  )
}

const Until = ({ at }: { at: number }) => (
  <p class="field-help">{t('login.until', { time: sinceWords(at, at) })}</p>
)

interface FootProps {
  isOver: boolean
  isIn: boolean
  busy: boolean
  onAgain: () => void
  onCancel: () => void
  onDone: () => void
}

function Foot({ isOver, isIn, busy, onAgain, onCancel, onDone }: FootProps) {
  if (!isOver) return <Button onPress={onCancel}>{t('login.cancel')}</Button>
  if (isIn) {
    return (
      <Button look="ink" onPress={onDone}>
        {t('login.done')}
      </Button>
    )
  }
  return (
    <>
      <Button onPress={onDone}>{t('part.back')}</Button>
      <Button look="ink" busy={busy} onPress={onAgain}>
        {t('login.again')}
      </Button>
    </>
  )
}
