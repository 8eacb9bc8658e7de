import type { ComponentChildren } from 'preact'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'

/** `ink` is the one act of a screen, `plain` any other, `bare` is as quiet as text. */
export type ButtonLook = 'ink' | 'plain' | 'bare'

export interface ButtonProps {
  children: ComponentChildren
  onPress?: (() => void) | undefined
  look?: ButtonLook
  icon?: IconName
  submit?: boolean
  disabled?: boolean
  /** Draws it as under way and refuses a second press, while it keeps the focus. */
  busy?: boolean
  describedBy?: string
}

export function Button({
  children,
  onPress,
  look = 'plain',
  icon,
  submit,
  disabled,
  busy,
  describedBy,
}: ButtonProps) {
  return (
    <button
      type={submit ? 'submit' : 'button'}
      class={classes('button', `button-${look}`)}
      disabled={disabled}
      aria-disabled={busy ? 'true' : undefined}
      aria-describedby={describedBy}
      onClick={busy ? undefined : onPress}
    >
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </button>
  )
}

export interface IconButtonProps {
  icon: IconName
  /** Its name, for who does not see the picture. */
  label: string
  onPress: () => void
  look?: ButtonLook
  disabled?: boolean
  expanded?: boolean
}

export function IconButton({ icon, label, onPress, look = 'bare', disabled, expanded }: IconButtonProps) {
  return (
    <button
      type="button"
      class={classes('button', 'button-icon', `button-${look}`)}
      aria-label={label}
      title={label}
      aria-expanded={expanded}
      disabled={disabled}
      onClick={onPress}
    >
      <Icon name={icon} />
    </button>
  )
}
