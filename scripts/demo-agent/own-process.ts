/** How the agent's own process ends, or does not. */
import { write } from 'node:fs'
import type { OwnProcess } from './agent.ts'
import type { Commands } from './commands.ts'
import type { Journal } from './journal.ts'
import { demoLimits } from './limits.ts'

export interface Ending {
  own: OwnProcess
  /** stdin was closed, or nobody reads stdout any more. */
  clientLeft(): void
}

const STDERR = 2
const CRASHED = 70

export function createEnding(journal: Journal, commands: Commands): Ending {
  let stubborn = false
  let flooding: ReturnType<typeof setInterval> | undefined
  let numbers = 0

  const end = (how: string): void => {
    journal.got(how)
    if (stubborn) return
    commands.killAll()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => end(signal))

  return {
    clientLeft: () => end('stdin_end'),
    own: {
      crash: () => process.exit(CRASHED),
      ignoreSignals() {
        if (stubborn) return
        stubborn = true
        // With stdin closed nothing else would keep the process alive.
        setInterval(() => {}, demoLimits.waitMs)
      },
      floodStderr(on) {
        clearInterval(flooding)
        flooding = on ? setInterval(writeNoise, demoLimits.stderrEveryMs) : undefined
      },
      nextNumber: () => numbers++,
    },
  }
}

const noise = Buffer.alloc(demoLimits.stderrBytes, 'noise ')
let writing = false

function writeNoise(): void {
  // A reader that does not read gets no second write on top of the first.
  if (writing) return
  writing = true
  write(STDERR, noise, 0, noise.length, null, () => {
    writing = false
  })
}
