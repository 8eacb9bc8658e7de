/** Completion scripts: verbs first, then the flags of the verb. Every word in them is ours, none needs quoting. */

export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]
export type CompletionWords = { name: string; summary: string; flags: string[] }[]

export function scriptFor(shell: Shell, words: CompletionWords): string {
  switch (shell) {
    case 'bash':
      return bash(words)
    case 'zsh':
      return `#compdef fairlead\nautoload -U bashcompinit && bashcompinit\n${bash(words)}`
    case 'fish':
      return fish(words)
  }
}

const dashed = (flags: readonly string[]): string => flags.map((flag) => `--${flag}`).join(' ')

function bash(words: CompletionWords): string {
  const cases = words.map((word) => `    ${word.name}) words="${dashed(word.flags)}" ;;`)
  return `_fairlead() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${words.map((word) => word.name).join(' ')}"
  else case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac; fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _fairlead fairlead
`
}

function fish(words: CompletionWords): string {
  const lines = words.flatMap((word) => [
    `complete -c fairlead -n __fish_use_subcommand -a ${word.name} -d "${word.summary.replaceAll('"', '')}"`,
    ...word.flags.map(
      (flag) => `complete -c fairlead -n "__fish_seen_subcommand_from ${word.name}" -l ${flag}`,
    ),
  ])
  return `complete -c fairlead -f\n${lines.join('\n')}\n`
}
