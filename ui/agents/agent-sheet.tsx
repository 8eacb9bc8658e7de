import { useState } from 'preact/hooks'
import type { Agent } from '../../shared/wire/agent.ts'
import type { Machine } from '../../shared/wire/machine.ts'
import type { MachineLink } from '../state/machine.ts'
import { AgentStep } from './agent-step.tsx'
import { LoginStep } from './login-step.tsx'
import { SignOutStep } from './sign-out-step.tsx'

export interface AgentSheetProps {
  title: string
  link: MachineLink
  machine: Machine
  agent: Agent
  /** Something of it is other than it was. */
  onChanged: () => void
  onClose: () => void
}

export interface AgentStepProps extends AgentSheetProps {
  onStep: (step: AgentStepName) => void
}

export type AgentStepName = 'agent' | 'login' | 'sign_out'

/** One agent of a machine: how it stands, and everything that can be done about that. */
export function AgentSheet(props: AgentSheetProps) {
  const [step, setStep] = useState<AgentStepName>('agent')
  switch (step) {
    case 'agent':
      return <AgentStep {...props} onStep={setStep} />
    case 'login':
      return <LoginStep {...props} onStep={setStep} />
    case 'sign_out':
      return <SignOutStep {...props} onStep={setStep} />
  }
}
