import { cleanLabel } from '../../../shared/untrusted.ts'
import type { Control } from '../../../shared/wire/control.ts'
import { CliError, usageError } from '../cli-error.ts'
import { segment, unwrap } from '../client.ts'
import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Output } from '../output.ts'
import { controlValue } from '../transcript/fact-lines.ts'

export const controls: Command = {
  name: 'controls',
  summary: 'Show what can be set on a session (mode, model, …), or set one.',
  usage: 'SESSION [CONTROL VALUE]',
  flags: {},
  positionals: { least: 1, most: 3 },
  async run({ daemon, output }, args) {
    const [name, id, value] = args.positionals
    const at = daemon.v1.sessions({ session: segment(name) })
    if (id !== undefined && value === undefined)
      throw usageError('a control is set to a value: SESSION CONTROL VALUE')
    const session = await unwrap(at.get())
    if (id === undefined || value === undefined) print(output, session.controls)
    else {
      const control = session.controls.find((one) => one.id === id)
      if (!control) throw new CliError('control_not_found', `${session.nickname} has no control ${id}`)
      const change = { value: control.kind === 'boolean' ? switchOf(value) : value }
      print(output, (await unwrap(at.controls({ control: segment(id) }).post(change))).controls)
    }
    return exitCodes.ok
  },
}

function switchOf(text: string): boolean {
  if (text === 'on' || text === 'true') return true
  if (text === 'off' || text === 'false') return false
  throw usageError('this control is on or off')
}

function print(output: Output, list: readonly Control[]): void {
  if (output.json) {
    output.value(list)
    return
  }
  for (const control of list) {
    output.line(
      `${cleanLabel(control.id)}: ${controlValue(control)}  ${output.style.dim(cleanLabel(control.name))}`,
    )
    if (control.kind === 'boolean') output.line('    on | off')
    else
      for (const choice of control.choices)
        output.line(`    ${cleanLabel(choice.value)}  ${cleanLabel(choice.name)}`)
  }
}
